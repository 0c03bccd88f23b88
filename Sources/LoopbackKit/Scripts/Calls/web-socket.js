// `WebSocket` to other sites: the platform's own, to the proxy, which carries the frames there.
const { WebSocket, MessageEvent } = globalThis;
const targetOfEvent = getter(Event, "target");
const addListener = method(EventTarget, "addEventListener"), removeListener = method(EventTarget, "removeEventListener");

// The same place by the scheme of WebSockets, and by HTTP's. Either has the other's default port.
const asSocket = (address) => `ws${platform.slice(address, 4)}`;
const asHTTP = (address) => `http${platform.slice(address, 2)}`;

// The address of another site's WebSocket, as the platform tells it; undefined for the own origin's, and for what is none:
// the platform says what it thinks of that. A fragment is an error to it.
const foreignSocket = (value) => {
    let address;
    try { address = platform.href(platform.parseURL(value, baseAddress())); } catch { return undefined; }
    if (platform.indexOf(address, "#") >= 0) return undefined;
    if (platform.test(/^wss?:/, address)) address = asHTTP(address);
    if (otherSite(address) === undefined) return undefined;
    address = asSocket(address);
    return isAdmitted(platform.parseURL(address)) ? address : undefined;
};

// From a page's WebSocket to its own site's address and origin.
const sockets = new Facts();

// Says why a connection never came to be. Whoever listened longer would keep a forgotten WebSocket from being closed.
const watch = (opened, name, address) => {
    const opens = () => {
        removeListener(opened, "open", opens);
        removeListener(opened, "error", fails);
    };
    const fails = () => tellNamed("WebSocket", name, address);
    addListener(opened, "open", opens);
    addListener(opened, "error", fails);
};
// Asks for what a named call failed of, and tells it.
const tellNamed = async (what, name, url) => {
    try {
        const address = `${root}~proxy/failures/${platform.slice(name, "call-".length)}`;
        const response = await apply(nativeFetch, globalThis, [address]);
        if (answer.status(response) !== 200) return;
        tell(what, { ...platform.parseJSON(await answer.text(response)).error, url });
    } catch { /* Nobody knows. */ }
};

const replaceWebSocket = () => {
    replace(globalThis, "WebSocket", "value", {
        construct: (native, args, target) => {
            if (args.length === 0) return construct(native, args, targetOf(target));
            const given = `${args[0]}`, address = foreignSocket(given);
            if (address === undefined) return construct(native, [given, args[1]], targetOf(target));
            const name = nameCall(), url = platform.parseURL(asHTTP(address));
            const opened = construct(native, [asSocket(proxied(url, `include.${name}`)), args[1]], targetOf(target));
            sockets.set(opened, { url: address, origin: asSocket(platform.origin(url)) });
            watch(opened, name, address);
            return opened;
        },
    });
    replaceGetter(WebSocket, "url", (self, original) => sockets.get(self)?.url ?? original());
    // What a page makes itself has the origin that it says, whoever it is given to.
    replaceGetter(MessageEvent, "origin", (self, original) => {
        const origin = original(), facts = sockets.get(targetOfEvent(self));
        return facts !== undefined && origin === asSocket(ownOrigin) ? facts.origin : origin;
    });
};
