// Where this page is, and the proxy's addresses for the addresses of other sites.

// The scope's address, as `http://127.0.0.1:PORT/<token>/<kind>/<id>/`, and its origin; undefined on every other site, where
// this script does nothing.
const scopeAddress = /^(https?:\/\/(?:127\.0\.0\.1|(?:[^/:@]+\.)?secure\.internal)(?::\d+)?)\/[0-9a-f]{32}\/[^/]+\/[^/]+\//;
const rootMark = Symbol.for("loopbackkit.root");
// A worker that was made of a Blob is told by the page that made it. A document without an address of its own (about:srcdoc,
// about:blank, blob:) belongs to the one around it, or to the one that opened it.
const findScope = () => {
    if (!isPage) return platform.match(scopeAddress, globalThis[rootMark] ?? location.href);
    try {
        for (let place = globalThis, steps = 0; place && steps < 16; steps += 1) {
            const { href } = place.location;
            if (platform.test(/^https?:/, href)) return platform.match(scopeAddress, href);
            place = place.parent === place ? place.opener : place.parent;
        }
    } catch { /* The one around it is of another origin. */ }
};
const scope = findScope();
const root = scope?.[0], ownOrigin = scope?.[1];
// What opens every address of the proxy in this launch or an earlier one.
const proxyAddress = /^https?:\/\/[^/]+\/[0-9a-f]{32}\/[^/]+\/[^/]+\/(?:[^?#]*\/)?~proxy\//;
// A sandboxed frame's origin is an opaque one.
const isActive = root !== undefined && (globalThis.origin ?? ownOrigin) === ownOrigin;

const baseAddress = () => (isPage ? document.baseURI : location.href);

// The URL of another site that a value names, which the proxy can call; undefined for the own origin's, for other schemes,
// and for what is no URL: the platform says what it thinks of that.
const otherSite = (value) => {
    let url;
    try { url = platform.parseURL(value, baseAddress()); } catch { return undefined; }
    const scheme = platform.protocol(url);
    if (scheme !== "http:" && scheme !== "https:") return undefined;
    return platform.origin(url) === ownOrigin ? undefined : url;
};
// The same for calls, which the page's own policy has to admit.
const foreign = (value) => {
    const url = otherSite(value);
    return url === undefined || !isAdmitted(url) ? undefined : url;
};

// The proxy's address for another site's. `mode` is its first segment: a credentials mode, and words behind dots.
const proxied = (url, mode) => {
    const scheme = platform.slice(platform.protocol(url), 0, -1), address = withoutFragment(platform.href(url));
    // An empty query is part of the address, and not of `search`.
    const path = platform.slice(address, platform.indexOf(address, "/", scheme.length + 3));
    return `${root}~proxy/${mode}/${scheme}/${platform.host(url)}${path}`;
};
// An address without its fragment, as the platform tells where an answer came from.
const withoutFragment = (address) => {
    const end = platform.indexOf(address, "#");
    return end < 0 ? address : platform.slice(address, 0, end);
};

// Calls whose failure can't be told in their answer have a name by which it is asked for.
let calls = 0;
const callPrefix = platform.slice(`${Math.random()}`, 2, 10);
const nameCall = () => `call-${callPrefix}${calls += 1}`;
