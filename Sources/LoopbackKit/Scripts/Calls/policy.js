// What the page's own Content Security Policy lets it call (CSP Level 3, section 6.7.2).
//
// Preparation has added the own origin to each `connect-src`, so that calls reach the proxy, and kept what the page wrote in
// `data-connect-src`. What that does not let through is left to the platform with its real address: the engine refuses it
// by the same policy, with its own errors and reports. A worker has no document, and everything is admitted there.
const policies = isPage && {
    find: method(Document, "querySelectorAll"), count: getter(NodeList, "length"), at: method(NodeList, "item"),
    attribute: method(Element, "getAttribute"), decode: decodeURIComponent,
    // A frame without an address of its own has the policies of the page around it, too.
    documents: [document],
};
if (isPage && isActive) {
    try {
        for (let view = globalThis; view !== view.parent && !platform.test(/^https?:/, view.location.href);) {
            view = view.parent;
            platform.push(policies.documents, view.document);
        }
    } catch { /* What is around it is another site. */ }
}

// Each of the policies has to admit an address.
const isAdmitted = (url) => {
    for (let index = 0; isPage && index < policies.documents.length; index += 1) {
        // A policy counts in the head alone.
        const metas = policies.find(policies.documents[index], "head > meta[data-connect-src]");
        for (let place = 0, count = policies.count(metas); place < count; place += 1)
            if (!admits(policies.attribute(policies.at(metas, place), "data-connect-src") ?? "*", url)) return false;
    }
    return true;
};
// An empty list and 'none' admit nothing; 'none' beside others says nothing.
const admits = (list, url) => {
    const sources = platform.split(list, " ");
    for (let index = 0; index < sources.length; index += 1) if (matches(sources[index], url)) return true;
    return false;
};

// A host with what may stand around it: scheme, port and path. What stands behind a path is no part of it.
const hostSource =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?)(?::(\d+|\*))?(\/[^?#]*)?(?:[?#]|$)/i;
const matches = (source, url) => {
    const scheme = platform.slice(platform.protocol(url), 0, -1), written = platform.lowercase(source);
    if (written === "*") return true;
    if (written === "'self'") return isSelf(url, scheme);
    if (platform.test(/^[a-z][a-z0-9+.-]*:$/, written)) return matchesScheme(platform.slice(written, 0, -1), scheme);
    const parts = platform.match(hostSource, source);
    if (parts === null) return false;
    return matchesScheme(parts[1] === undefined ? ownScheme : platform.lowercase(parts[1]), scheme)
        && matchesHost(platform.lowercase(parts[2]), platform.hostname(url)) && matchesPort(parts[3], url, scheme)
        && matchesPath(parts[4] ?? "/", platform.pathname(url));
};
const ownScheme = isActive && platform.startsWith(ownOrigin, "https:") ? "https" : "http";

// The own origin itself is never asked for here: this is what else is its host's, by a safer scheme or another protocol.
const isSelf = (url, scheme) => {
    const own = platform.parseURL(ownOrigin);
    return platform.hostname(own) === platform.hostname(url) && platform.port(own) === platform.port(url)
        && matchesScheme(ownScheme === "https" ? "wss" : "ws", scheme);
};
// What is admitted in the clear is admitted encrypted. Schemes of WebSockets admit those of their handshakes, but not the
// other way round: engines look at the address that the page gives.
const matchesScheme = (admitted, scheme) => {
    if (admitted === scheme) return true;
    switch (admitted) {
    case "http": case "wss": return scheme === "https";
    case "ws": return true;
    default: return false;
    }
};
const matchesHost = (pattern, host) => {
    if (!platform.startsWith(pattern, "*")) return pattern === host;
    const end = platform.slice(pattern, 1);
    return end === "" || (host.length > end.length && platform.slice(host, -end.length) === end);
};
// A URL has no port where it is its scheme's usual one. The port of an encrypted protocol stands for that of the other.
const matchesPort = (port, url, scheme) => {
    const own = platform.port(url), isSecure = scheme === "https" || scheme === "wss";
    if (port === "*" || (port ?? "") === own) return true;
    return own === "" && port !== undefined && (+port === 80 || (isSecure && +port === 443));
};
// A path that ends with a slash is that of a folder.
const matchesPath = (pattern, path) => {
    const admitted = platform.split(pattern, "/"), pieces = platform.split(path, "/"), last = admitted.length - 1;
    const isFolder = admitted[last] === "";
    if (pieces.length < admitted.length || (!isFolder && pieces.length > admitted.length)) return false;
    for (let index = 0; index < (isFolder ? last : last + 1); index += 1)
        if (decoded(admitted[index]) !== decoded(pieces[index])) return false;
    return true;
};
const decoded = (piece) => {
    try { return policies.decode(piece); } catch { return piece; }
};
