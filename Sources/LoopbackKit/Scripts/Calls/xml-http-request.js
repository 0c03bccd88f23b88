// `XMLHttpRequest` to other sites: the platform's own object calls the proxy's address, and all its events are its own.
const { XMLHttpRequest } = globalThis;
const exchange = {
    open: method(XMLHttpRequest, "open"), setHeader: method(XMLHttpRequest, "setRequestHeader"),
    readyState: getter(XMLHttpRequest, "readyState"), withCredentials: getter(XMLHttpRequest, "withCredentials"),
    status: getter(XMLHttpRequest, "status"), statusText: getter(XMLHttpRequest, "statusText"),
    url: getter(XMLHttpRequest, "responseURL"), header: method(XMLHttpRequest, "getResponseHeader"),
    allHeaders: method(XMLHttpRequest, "getAllResponseHeaders"),
    listen: method(globalThis.EventTarget, "addEventListener"), target: getter(globalThis.Event, "currentTarget"),
};
platform.uppercase = unbound(String.prototype.toUpperCase);
platform.codeAt = unbound(String.prototype.charCodeAt);
platform.multiply = Math.imul;

// From an object to the call that it was opened for; undefined for one to the own origin.
const opened = new Facts();

// Opening

// A call's name stands in the address by which an engine keeps its answer, so it is the same wherever that is called.
const nameOf = (address) => {
    let hash = 0x811c9dc5;
    for (let index = 0; index < address.length; index += 1)
        hash = platform.multiply(hash ^ platform.codeAt(address, index), 0x01000193);
    return `x${hash >>> 0}`;
};
const openAt = (self, call, credentials) => {
    const mode = `${credentials}.as-is.network-error.call-${call.name}`;
    exchange.open(self, call.method, proxied(call.url, mode), call.isAsync);
};

const replaceOpen = () => replace(XMLHttpRequest.prototype, "open", "value", {
    apply: (native, self, args) => {
        if (!isExchange(self) || !areTexts(args, 2)) return apply(native, self, args);
        // What the page gives is read once, in the platform's order.
        const method = args[0] = `${args[0]}`, url = foreign(args[1] = `${args[1]}`), earlier = opened.get(self);
        // An argument that is there and undefined is false.
        const isAsync = args.length < 3 || Boolean(args[2]);
        const name = url && nameOf(platform.href(url));
        const call = url && { method, url, isAsync, name, headers: [], isSent: false, isTold: false };
        // Before the platform tells the page's listeners, which may go on with it.
        opened.set(self, call);
        try {
            return call === undefined ? apply(native, self, args) : openAt(self, call, "same-origin");
        } catch (error) {
            opened.set(self, earlier);
            throw error;
        }
    },
});
const isExchange = (object) => {
    try { exchange.readyState(object); return true; } catch { return false; }
};
// Whether the first arguments are there and can be read as texts, which symbols can't; the platform says so.
const areTexts = (args, count) => {
    for (let index = 0; index < count; index += 1)
        if (index >= args.length || typeof args[index] === "symbol") return false;
    return true;
};

const replaceSetRequestHeader = () => replace(XMLHttpRequest.prototype, "setRequestHeader", "value", {
    apply: (native, self, args) => {
        const call = opened.get(self);
        if (call === undefined || !areTexts(args, 2)) return apply(native, self, args);
        const name = args[0] = `${args[0]}`, value = args[1] = `${args[1]}`;
        apply(native, self, args);
        platform.push(call.headers, { name, value });
    },
});

// Sending

// Whether cookies are wanted is known when the call is sent. To open what is open is no event, and changes nothing but
// the request (XMLHttpRequest standard, `open()`).
const openForCookies = (self, call) => {
    openAt(self, call, "include");
    for (let index = 0; index < call.headers.length; index += 1)
        exchange.setHeader(self, call.headers[index].name, call.headers[index].value);
};

const replaceSend = () => replace(XMLHttpRequest.prototype, "send", "value", {
    apply: (native, self, args) => {
        const call = opened.get(self);
        if (call === undefined || call.isSent || exchange.readyState(self) !== 1) return apply(native, self, args);
        call.isSent = true;
        if (exchange.withCredentials(self)) openForCookies(self, call);
        // As a capturing one it runs before the page's, which may open the object for another call.
        exchange.listen(self, "error", tellError, true);
        try {
            return apply(native, self, args);
        } catch (error) {
            call.isSent = false;
            if (exchange.readyState(self) === 4) tellFailure(call);
            throw error;
        }
    },
});
const tellError = (event) => {
    const call = opened.get(exchange.target(event));
    if (call !== undefined) tellFailure(call);
};

// The server knows why a call has failed, and the page's events wait for nothing: it is asked behind them.
const tellFailure = async (call) => {
    // WebKit has an event for a synchronous call, too.
    if (call.isTold) return;
    call.isTold = true;
    try {
        const response = await apply(nativeFetch, globalThis, [`${root}~proxy/failures/${call.name}`]);
        if (answer.status(response) === 200) tell(call.method, platform.parseJSON(await answer.text(response)).error);
    } catch { /* The server is not there, which the page was told. */ }
};

// Answers

// An object's facts are read from what it has got, whoever has opened it, and are gone when it has forgotten that.
const isOfProxy = (self) => isExchange(self) && platform.test(proxyAddress, exchange.url(self));
const answeredFacts = (self) => {
    if (!isOfProxy(self)) return undefined;
    return upstreamFacts((name) => exchange.header(self, name), exchange.status(self), exchange.statusText(self));
};
// The other site's address in one of the proxy's: an engine may know that still when the answer's fields are gone.
const calledAddress = (address) => {
    const parts = platform.match(/^[^?]*?\/~proxy\/[^/]+\/(https?)\/(.*)$/, address);
    return parts === null ? address : `${parts[1]}://${parts[2]}`;
};

const answeredHeaders = (self) => {
    if (answeredFacts(self) === undefined) return undefined;
    const native = new Headers(), lines = platform.split(exchange.allHeaders(self), "\r\n");
    for (let index = 0; index < lines.length; index += 1) {
        const line = lines[index], end = platform.indexOf(line, ":");
        if (end > 0) headers.append(native, platform.slice(line, 0, end), platform.slice(line, end + 1));
    }
    return shownHeaders(native);
};
// In the order of the names in capital letters, as the standard has it.
const headerText = (shown) => {
    const lines = [];
    headers.forEach(shown, (value, name) => {
        platform.push(lines, { key: platform.uppercase(name), text: `${name}: ${value}\r\n` });
    });
    platform.sort(lines, (one, other) => (one.key < other.key ? -1 : 1));
    let text = "";
    for (let index = 0; index < lines.length; index += 1) text += lines[index].text;
    return text;
};

const showExchanges = () => {
    replaceGetter(XMLHttpRequest, "responseURL", (self, original) => {
        return answeredFacts(self)?.url ?? (isOfProxy(self) ? calledAddress(original()) : original());
    });
    replaceGetter(XMLHttpRequest, "status", (self, original) => answeredFacts(self)?.status ?? original());
    replaceGetter(XMLHttpRequest, "statusText", (self, original) => answeredFacts(self)?.statusText ?? original());
    replace(XMLHttpRequest.prototype, "getResponseHeader", "value", {
        apply: (native, self, args) => {
            if (!areTexts(args, 1)) return apply(native, self, args);
            const name = args[0] = `${args[0]}`, own = apply(native, self, args), shown = answeredHeaders(self);
            // What is no field's name has no value.
            try { return shown === undefined ? own : headers.get(shown, name); } catch { return null; }
        },
    });
    replace(XMLHttpRequest.prototype, "getAllResponseHeaders", "value", {
        apply: (native, self, args) => {
            const shown = answeredHeaders(self);
            return shown === undefined ? apply(native, self, args) : headerText(shown);
        },
    });
};

const replaceXMLHttpRequest = () => {
    if (XMLHttpRequest === undefined) return;
    replaceOpen();
    replaceSetRequestHeader();
    replaceSend();
    showExchanges();
};
