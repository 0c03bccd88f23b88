// What a page sees of an answer that came through the proxy: the other site's address, status and fields.
//
// A Response and its Headers stay the platform's own objects. Their getters look at the answer's real address, so that
// answers from a cache or a service worker are told, too.
const { Response, Headers, Request } = globalThis;
const answer = {
    url: getter(Response, "url"), status: getter(Response, "status"), statusText: getter(Response, "statusText"),
    headers: getter(Response, "headers"), clone: method(Response, "clone"), body: getter(Response, "body"),
    text: method(Response, "text"),
};
const headers = {
    get: method(Headers, "get"), has: method(Headers, "has"), append: method(Headers, "append"),
    delete: method(Headers, "delete"), forEach: method(Headers, "forEach"),
};

// Fields of this server's answer that are not the other site's; where that has sent them they are among the hidden ones.
const ownFields = [
    "content-security-policy", "x-content-type-options", "cross-origin-resource-policy", "date", "connection", "keep-alive",
    "transfer-encoding",
];
const isOwnField = (name) => {
    if (platform.startsWith(name, "loopback-")) return true;
    for (let index = 0; index < ownFields.length; index += 1) if (ownFields[index] === name) return true;
    return false;
};
// The pairs of name and value that travel in one field.
const hiddenFields = (text) => {
    try { return text ? platform.parseJSON(text) : []; } catch { return []; }
};

// The other site's fields, from those of the answer.
const shownHeaders = (native) => {
    const shown = new Headers();
    const isOwnCaching = headers.has(native, "loopback-cache-control");
    headers.forEach(native, (value, name) => {
        if (!isOwnField(name) && !(isOwnCaching && name === "cache-control")) headers.append(shown, name, value);
    });
    const hidden = hiddenFields(headers.get(native, "loopback-upstream-fields"));
    for (let index = 0; index < hidden.length; index += 1) {
        try { headers.append(shown, hidden[index][0], hidden[index][1]); } catch { /* No page could read it. */ }
    }
    return shown;
};

// What an answer's fields tell of its place, from `field(name)`; undefined where they are not the proxy's.
const upstreamFacts = (field, status, statusText) => {
    const url = field("loopback-upstream-url");
    if (url === null) return undefined;
    return {
        url: withoutFragment(url), status: +(field("loopback-upstream-status") ?? status),
        statusText: field("loopback-upstream-text") ?? statusText,
    };
};

// From a Response to what it says of itself, and from its Headers to those that it shows.
const answers = new Facts(), shadows = new Facts();

// What a Response says of itself; undefined for one that the proxy has nothing to do with.
const factsOf = (response) => {
    const known = answers.get(response);
    if (known !== undefined || answers.has(response)) return known;
    // Throws what the platform throws where it is no Response.
    const address = answer.url(response);
    if (!platform.test(proxyAddress, address)) return answers.set(response, undefined);
    const native = answer.headers(response), field = (name) => headers.get(native, name);
    const facts = upstreamFacts(field, answer.status(response), answer.statusText(response));
    if (facts !== undefined) {
        facts.type = "cors";
        facts.redirected = field("loopback-upstream-redirects") !== null;
        facts.ok = facts.status >= 200 && facts.status < 300;
    }
    return answers.set(response, facts);
};
// Headers of an answer stand for others: reading ones are asked of these, and changing ones throw as before.
const shadowOf = (object) => shadows.get(object) ?? object;

const showAnswers = () => {
    const names = ["url", "type", "redirected", "status", "statusText", "ok"];
    for (let index = 0; index < names.length; index += 1) {
        const name = names[index];
        replaceGetter(Response, name, (self, original) => {
            const facts = isResponse(self) ? factsOf(self) : undefined;
            return facts === undefined ? original() : facts[name];
        });
    }
    replaceGetter(Response, "headers", (self, original) => {
        const native = original();
        if (!shadows.has(native) && factsOf(self) !== undefined) shadows.set(native, shownHeaders(native));
        return native;
    });
    replace(Response.prototype, "clone", "value", {
        apply: (original, self, args) => {
            const copy = apply(original, self, args), facts = factsOf(self);
            if (facts !== undefined) answers.set(copy, facts);
            return copy;
        },
    });
    for (const name of ["get", "has", "getSetCookie", "entries", "keys", "values"]) {
        replace(Headers.prototype, name, "value", { apply: (original, self, args) => apply(original, shadowOf(self), args) });
    }
    // One function at both places, as the platform has it.
    replaceIterator();
    replace(Headers.prototype, "forEach", "value", {
        apply: (original, self, args) => {
            const shadow = shadowOf(self), callback = args[0];
            if (shadow === self || typeof callback !== "function") return apply(original, shadow, args);
            const told = function(value, name) { return apply(callback, this, [value, name, self]); };
            return apply(original, shadow, [told, args[1]]);
        },
    });
};
const replaceIterator = () => {
    try {
        const found = describe(Headers.prototype, Symbol.iterator);
        defineProperty(Headers.prototype, Symbol.iterator, { ...found, value: Headers.prototype.entries });
    } catch { /* It is frozen. */ }
};
const isResponse = (object) => {
    try { answer.status(object); return true; } catch { return false; }
};

// A redirect that is the answer: a page sees that there was one, and where it asked.
const opaqueRedirect = (url) => {
    const response = Response.error();
    answers.set(response, { url, type: "opaqueredirect", redirected: false, status: 0, statusText: "", ok: false });
    return response;
};
