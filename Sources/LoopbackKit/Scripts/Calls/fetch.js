// `fetch` of other sites' addresses.
const nativeFetch = globalThis.fetch;
const request = {
    url: getter(Request, "url"), method: getter(Request, "method"), mode: getter(Request, "mode"),
    headers: getter(Request, "headers"), credentials: getter(Request, "credentials"), cache: getter(Request, "cache"),
    redirect: getter(Request, "redirect"), referrer: getter(Request, "referrer"), signal: getter(Request, "signal"),
    referrerPolicy: getter(Request, "referrerPolicy"), integrity: getter(Request, "integrity"),
    keepalive: getter(Request, "keepalive"), body: getter(Request, "body"), blob: method(Request, "blob"),
};
const { Promise, AbortSignal } = globalThis;
const signals = {
    isAborted: getter(AbortSignal, "aborted"), listen: method(AbortSignal, "addEventListener"), then: method(Promise, "then"),
};
const isRequest = (value) => {
    try { request.method(value); return true; } catch { return false; }
};
// The members of RequestInit (Fetch standard, section 5.4).
const memberNames = [
    "method", "headers", "body", "referrer", "referrerPolicy", "mode", "credentials", "cache", "redirect", "integrity",
    "keepalive", "signal", "duplex", "priority", "window",
];
// Each member is read once, as the platform does: a page may see it read, and what it gives may be used up by that.
const readMembers = (init) => {
    const members = {};
    for (let index = 0; index < memberNames.length; index += 1) {
        const value = init?.[memberNames[index]];
        if (value !== undefined) members[memberNames[index]] = value;
    }
    return members;
};
const isInit = (init) => init === undefined || init === null || typeof init === "object" || typeof init === "function";

// The body that a call sends: what the page gave, where it can be given again, or what was read of a stream.
//
// A stream goes up whole when it has ended: engines send none by HTTP/1.1, which is what this server speaks.
const isStream = (value) => typeof ReadableStream === "function" && value instanceof ReadableStream;
const bodyOf = (probe, members) => {
    const given = members.body;
    if (given !== undefined && given !== null && !isStream(given)) return { value: given };
    return request.body(probe) ? { reading: request.blob(probe) } : {};
};

// Whether the answer is a failure of the call; what the server itself refuses has no field that says so.
const failureOf = async (response, address) => {
    const native = answer.headers(response), failure = headers.get(native, "loopback-proxy-error");
    if (failure === null) {
        if (headers.get(native, "loopback-upstream-url") !== null || answer.status(response) < 400) return undefined;
        const reason = `status${answer.status(response)}`;
        return { stage: "refused", reason, message: `The server answered ${answer.status(response)}.`, url: address };
    }
    try { return { url: address, ...platform.parseJSON(await answer.text(response)).error }; } catch { /* It was cut. */ }
    const parts = platform.split(failure, "; ");
    return { stage: parts[0], reason: parts[1], message: "The call failed.", url: address };
};

// Whether a call is aborted before its body is read whole.
const isAbortedBefore = (reading, signal) => new Promise((resolve, reject) => {
    if (signals.isAborted(signal)) return resolve(true);
    signals.listen(signal, "abort", () => resolve(true), { once: true });
    signals.then(reading, () => resolve(false), reject);
});

// Fields as an engine reads them without any iterator, which a page may have changed.
const plainFields = (native) => {
    const fields = { __proto__: null };
    headers.forEach(native, (value, name) => { fields[name] = value; });
    return fields;
};

const callSite = async (url, probe, members) => {
    // Nothing of an aborted call's body is read: the platform rejects with the reason, and cancels the stream.
    if (signals.isAborted(request.signal(probe))) return await apply(nativeFetch, globalThis, [probe]);
    const redirect = request.redirect(probe), keepalive = request.keepalive?.(probe) ?? false;
    // The page knows the other site's addresses: what names them stays as it is.
    let mode = `${request.credentials(probe)}.as-is`;
    if (redirect !== "follow") mode += `.${redirect}`;
    if (keepalive) mode += ".keepalive";
    const fields = plainFields(request.headers(probe)), body = bodyOf(probe, members);
    const isTyped = members.headers?.["content-type"] !== undefined, signal = request.signal(probe);
    // The boundary between a form's parts is drawn anew.
    if (typeof FormData === "function" && body.value instanceof FormData && !isTyped) delete fields["content-type"];
    const options = {
        method: request.method(probe), headers: fields, mode: "cors", credentials: "same-origin", redirect: "error",
        cache: request.cache(probe), referrer: request.referrer(probe), referrerPolicy: request.referrerPolicy(probe),
        integrity: request.integrity(probe), keepalive, signal,
    };
    if (members.priority !== undefined) options.priority = members.priority;
    if (body.value !== undefined) options.body = body.value;
    // An aborted call rejects in the platform's words, and needs no body for that.
    if (body.reading !== undefined && !await isAbortedBefore(body.reading, signal)) options.body = await body.reading;
    const response = await apply(nativeFetch, globalThis, [proxied(url, mode), options]);
    const address = withoutFragment(platform.href(url)), failure = await failureOf(response, address);
    if (failure !== undefined) throw rejection(options.method, failure);
    const isRedirect = redirect === "manual" && platform.test(/^30[12378]$/, `${answer.status(response)}`);
    return isRedirect ? opaqueRedirect(address) : response;
};

const replaceFetch = () => replace(globalThis, "fetch", "value", {
    apply: (native, self, args) => {
        const isAsked = (self === undefined || self === null || self === globalThis) && args.length > 0 && isInit(args[1]);
        if (!isAsked || typeof args[0] === "symbol") return apply(native, self, args);
        let input;
        // What the page's object throws is a rejection, as the platform has it.
        try { input = readInput(args[0]); } catch (error) { return rejected(error); }
        return fetchAny(native, input, args[1]);
    },
});
// A Request as it is, and of everything else its text, which is asked for once.
const readInput = (input) => (typeof input === "object" && isRequest(input) ? input : `${input}`);
const addressOf = (input) => (typeof input === "string" ? input : request.url(input));
const fetchAny = (native, input, init) => {
    const url = foreign(addressOf(input));
    return url === undefined ? apply(native, globalThis, [input, init]) : startCall(native, url, input, init);
};
const rejected = async (error) => { throw error; };

const startCall = async (native, url, input, init) => {
    const members = readMembers(init);
    let probe;
    // The platform's own fetch has the words for what is wrong with a call.
    try {
        if (members.headers !== undefined) members.headers = plainFields(new Headers(members.headers));
        probe = new Request(input, members);
    } catch {
        return await apply(native, globalThis, [input, members]);
    }
    // Awaited, since a promise that is given on is asked for `then`, which a page may have changed.
    return request.mode(probe) === "cors" ? await callSite(url, probe, members) : await apply(native, globalThis, [probe]);
};

// `Cache.add` and `addAll` fetch by themselves: where other sites are among what they are given, it is done here.
const { Cache } = globalThis;
platform.isArray = Array.isArray;
const putIntoCache = method(Cache, "put");

const replaceCaches = () => {
    replace(Cache?.prototype, "add", "value", {
        apply: (native, self, args) => {
            return isAddable(args[0]) ? addToCache(self, "add", [args[0]]) : apply(native, self, args);
        },
    });
    replace(Cache?.prototype, "addAll", "value", {
        apply: (native, self, args) => {
            let count = 0;
            for (let index = 0; platform.isArray(args[0]) && index < args[0].length; index += 1)
                count += isAddable(args[0][index]) ? 1 : 0;
            return count > 0 ? addToCache(self, "addAll", args[0]) : apply(native, self, args);
        },
    });
};
// Whether it is another site's address that a cache takes: text, a URL or a Request for a GET.
const isAddable = (input) => {
    if (typeof input === "object" && isRequest(input))
        return request.method(input) === "GET" && foreign(request.url(input)) !== undefined;
    return (typeof input === "string" || input instanceof URL) && foreign(input) !== undefined;
};
// In the words of the engine.
const cacheWords = () => (isWebKit()
    ? { failed: "Response is not OK", part: "Response is a 206 partial", varies: "Response has a '*' Vary header value" }
    : { failed: "Request failed", part: "Partial response (status code 206) is unsupported", varies: "Vary header contains *" });
const refuseToKeep = (name, response) => {
    const facts = factsOf(response), status = facts?.status ?? answer.status(response);
    const native = answer.headers(response), vary = headers.get(native, "vary") ?? "";
    let words;
    if (status < 200 || status > 299) words = cacheWords().failed;
    else if (status === 206) words = cacheWords().part;
    else if (platform.test(/(?:^|,)\s*\*\s*(?:,|$)/, vary)) words = cacheWords().varies;
    if (words === undefined) return;
    throw new TypeError(isWebKit() ? words : `Failed to execute '${name}' on 'Cache': ${words}`);
};
const addToCache = async (self, name, given) => {
    const inputs = [], calls = [], responses = [];
    for (let index = 0; index < given.length; index += 1) {
        platform.push(inputs, readInput(given[index]));
        platform.push(calls, fetchAny(nativeFetch, inputs[index]));
    }
    for (let index = 0; index < calls.length; index += 1) {
        platform.push(responses, await calls[index]);
        refuseToKeep(name, responses[index]);
    }
    for (let index = 0; index < inputs.length; index += 1) await putIntoCache(self, inputs[index], responses[index]);
};
