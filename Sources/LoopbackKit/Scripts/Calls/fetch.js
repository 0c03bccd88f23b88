// `fetch` of other sites' addresses.
const nativeFetch = globalThis.fetch;
const request = {
    url: getter(Request, "url"), method: getter(Request, "method"), mode: getter(Request, "mode"),
    headers: getter(Request, "headers"), credentials: getter(Request, "credentials"), cache: getter(Request, "cache"),
    redirect: getter(Request, "redirect"), referrer: getter(Request, "referrer"), signal: getter(Request, "signal"),
    referrerPolicy: getter(Request, "referrerPolicy"), integrity: getter(Request, "integrity"),
    keepalive: getter(Request, "keepalive"), body: getter(Request, "body"), blob: method(Request, "blob"),
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
    if (members.headers !== undefined) members.headers = new Headers(members.headers);
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

const callSite = async (url, probe, members) => {
    const redirect = request.redirect(probe), keepalive = request.keepalive?.(probe) ?? false;
    let mode = request.credentials(probe);
    if (redirect !== "follow") mode += `.${redirect}`;
    if (keepalive) mode += ".keepalive";
    const fields = { __proto__: null }, body = bodyOf(probe, members);
    headers.forEach(request.headers(probe), (value, name) => { fields[name] = value; });
    const isTyped = members.headers !== undefined && headers.has(members.headers, "content-type");
    // The boundary between a form's parts is drawn anew.
    if (typeof FormData === "function" && body.value instanceof FormData && !isTyped) delete fields["content-type"];
    const options = {
        method: request.method(probe), headers: fields, mode: "cors", credentials: "same-origin", redirect: "error",
        cache: request.cache(probe), referrer: request.referrer(probe), referrerPolicy: request.referrerPolicy(probe),
        integrity: request.integrity(probe), keepalive, signal: members.signal ?? request.signal(probe),
    };
    if (members.priority !== undefined) options.priority = members.priority;
    if (body.value !== undefined) options.body = body.value;
    if (body.reading !== undefined) options.body = await body.reading;
    const response = await apply(nativeFetch, globalThis, [proxied(url, mode), options]);
    const address = withoutFragment(platform.href(url)), failure = await failureOf(response, address);
    if (failure !== undefined) throw rejection(options.method, failure);
    const isRedirect = redirect === "manual" && platform.test(/^30[12378]$/, `${answer.status(response)}`);
    return isRedirect ? opaqueRedirect(address) : response;
};

const replaceFetch = () => replace(globalThis, "fetch", "value", {
    apply: (native, self, args) => {
        const isAsked = (self === undefined || self === globalThis) && args.length > 0 && isInit(args[1]);
        if (!isAsked) return apply(native, self, args);
        const input = args[0], isWhole = isRequest(input);
        return startCall(native, isWhole ? input : undefined, isWhole ? request.url(input) : input, args);
    },
});
// The page's address and members are read at once, and errors are rejections, as the platform has it.
const startCall = async (native, given, address, args) => {
    const input = given ?? `${address}`;
    const url = foreign(given === undefined ? input : address);
    if (url === undefined) return await apply(native, globalThis, [input, args[1]]);
    const members = readMembers(args[1]), probe = new Request(input, members);
    // Awaited, since a promise that is given on is asked for `then`, which a page may have changed.
    return request.mode(probe) === "cors" ? await callSite(url, probe, members) : await apply(native, globalThis, [probe]);
};
