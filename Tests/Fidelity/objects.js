cases("Objects: the functions in the platform's place", {
    "Their text is the platform's": async () => {
        const functions = [fetch, XMLHttpRequest, WebSocket, EventSource, Navigator.prototype.sendBeacon, Worker,
            SharedWorker,
            XMLHttpRequest.prototype.open, XMLHttpRequest.prototype.send, Headers.prototype.get,
            Response.prototype.clone,
            Function.prototype.toString, Request, Response, Headers];
        return functions.map((one) => [String(one), Function.prototype.toString.call(one),
            `${one}` === one.toString()]);
    },
    "Their names, lengths and own properties": async () => {
        const functions = [fetch, XMLHttpRequest, WebSocket, EventSource, Navigator.prototype.sendBeacon, Worker,
            XMLHttpRequest.prototype.open, Headers.prototype.forEach, Function.prototype.toString];
        return functions.map((one) => [one.name, one.length, Reflect.ownKeys(one).map(String), typeof one,
            Object.isExtensible(one),
            Object.prototype.toString.call(one), Object.getPrototypeOf(one) === Function.prototype,
                "prototype" in one]);
    },
    "Their property descriptors": async () => {
        const described = (owner, name) => {
            const { get, set, value, ...rest } = Object.getOwnPropertyDescriptor(owner, name) ?? {};
            return [name, rest, typeof get, get?.name, String(get), typeof set, set?.name, typeof value];
        };
        return [
            described(window, "fetch"), described(window, "XMLHttpRequest"), described(window, "WebSocket"),
            described(window, "EventSource"),
            described(Navigator.prototype, "sendBeacon"), described(window, "Worker"),
            described(Response.prototype, "url"),
            described(Response.prototype, "headers"), described(Headers.prototype, "get"),
            described(XMLHttpRequest.prototype, "open"),
            described(XMLHttpRequest.prototype, "responseURL"), described(WebSocket.prototype, "url"),
            described(EventSource.prototype, "url"),
            described(Function.prototype, "toString"), described(WebSocket, "prototype"),
            described(MessageEvent.prototype, "origin"),
        ];
    },
    "Own property lists of what was replaced": async () =>
        [Response, Headers, Request, XMLHttpRequest, WebSocket, EventSource, Worker, Navigator, Function]
        .map((one) => [Reflect.ownKeys(one.prototype).map(String), Reflect.ownKeys(one).map(String)]),
    "The global object has no new names": async () =>
        Reflect.ownKeys(window).map(String).filter((name) => /loopback|proxy|kit\b|calls/i.test(name)),
    "Nothing new can be enumerated": async () => {
        const names = [];
        for (const name in window) names.push(name);
        return [names.filter((name) => !/^\d+$/.test(name)).sort(), Object.keys(Response.prototype),
            Object.keys(XMLHttpRequest.prototype)];
    },
    "A class's constructor is the class": async () =>
        [XMLHttpRequest, WebSocket, EventSource, Response, Headers, Request, Worker]
        .map((one) => [one.prototype.constructor === one, Object.getPrototypeOf(one)?.name]),
    "Getters throw on other objects": async ({ outcome }) => {
        const seen = [];
        for (const [owner, name] of [[Response, "url"], [Response, "status"], [Response, "headers"],
            [XMLHttpRequest, "responseURL"],
            [WebSocket, "url"], [EventSource, "url"]]) {
            const { get } = Object.getOwnPropertyDescriptor(owner.prototype, name);
            seen.push(await outcome(() => get.call({})), await outcome(() => get.call(undefined)),
                await outcome(() => owner.prototype[name]));
        }
        return seen;
    },
    "Classes can't be called": async ({ outcome }) => {
        const seen = [];
        for (const one of [XMLHttpRequest, WebSocket, EventSource, Response, Headers, Request, Worker])
            seen.push(await outcome(() => one("http://a.test/")));
        return seen;
    },
    "fetch is no class": async ({ outcome }) => outcome(() => new fetch("http://a.test/")),
    "They are instances of what they were": async () =>
        [fetch instanceof Function, new XMLHttpRequest() instanceof XMLHttpRequest,
        new XMLHttpRequest() instanceof EventTarget, XMLHttpRequest.DONE, WebSocket.OPEN, EventSource.CLOSED],
});

cases("Objects: how pages call and wrap fetch", {
    "fetch.call with undefined, the window and others": async ({ upstream, outcome }) => {
        const seen = [];
        for (const self of [undefined, null, window, globalThis, {}, document, 1])
            seen.push(await outcome(() => fetch.call(self, `${upstream}/a`).then((response) => response.text())));
        return seen;
    },
    "fetch by apply, bind, Reflect and a name of its own": async ({ upstream }) => {
        const { fetch: own } = window, bound = fetch.bind(window), text = (response) => response.text();
        return [await own(`${upstream}/a`).then(text), await bound(`${upstream}/b`).then(text),
            await fetch.apply(undefined, [`${upstream}/c`]).then(text),
                await Reflect.apply(fetch, window, [`${upstream}/d`]).then(text),
            await (0, window.fetch)(`${upstream}/e`).then(text)];
    },
    "An address whose toString throws, and what is none": async ({ outcome }) => {
        const seen = [];
        for (const input of [{ toString() { throw new RangeError("own"); } }, Symbol("own"), null, undefined, 12, {}])
            seen.push(await outcome(() => fetch(input).then((response) => response.status)));
        return seen;
    },
    "A wrapper in fetch's place": async ({ upstream, fetched }) => {
        const native = window.fetch, asked = [];
        try {
            window.fetch = function (...given) {
                asked.push(typeof given[0]);
                return native.apply(this, given);
            };
            return [await fetched(`${upstream}/a`), asked];
        } finally { window.fetch = native; }
    },
    "A wrapper that changes what is asked": async ({ upstream, fetched }) => {
        const native = window.fetch;
        try {
            window.fetch = (input, init) => native(new Request(input, { ...init, headers: { "X-Wrapped": "1" } }));
            return await fetched(`${upstream}/a`);
        } finally { window.fetch = native; }
    },
    "A subclass of Request": async ({ upstream, fetched }) => {
        class Own extends Request {
            get url() { return "http://elsewhere.test/"; }
        }
        return fetched(new Own(`${upstream}/a`, { method: "POST", body: "own" }));
    },
    "A subclass of Response and of Headers": async ({ upstream, headOf }) => {
        class Own extends Response { own() { return this.status; } }
        class Fields extends Headers { own() { return [...this]; } }
        const response = await fetch(`${upstream}/a`), made = new Own(response.body, response);
        return [headOf(made), made.own(), made instanceof Own, new Fields(response.headers).own()];
    },
    "What a page does to an answer stays": async ({ upstream }) => {
        const response = await fetch(`${upstream}/a`);
        response.own = 1;
        Object.defineProperty(response, "url", { value: "own" });
        return [response.own, response.url, Object.keys(response), delete response.own];
    },
    "Responses that a page makes": async ({ headOf }) => [
        headOf(new Response("a", { status: 201, statusText: "Own", headers: { "X-Own": "1" } })),
        headOf(Response.error()),
        headOf(Response.redirect("http://a.test/", 307)), headOf(Response.json?.({ a: 1 }) ?? new Response()),
        headOf(new Response(null, { status: 204 })),
    ],
    "Headers that a page makes": async ({ outcome }) => {
        const headers = new Headers([["b", "2"], ["a", "1"], ["A", "3"], ["set-cookie", "x"], ["Set-Cookie", "y"]]);
        headers.delete("b");
        return [[...headers], headers.getSetCookie?.() ?? [], [...headers.keys()],
            await outcome(() => headers.get("é"))];
    },
    "A Request tells its address": async ({ upstream }) => {
        const request = new Request(`${upstream}/a#part`,
            { method: "PUT", body: "b", credentials: "include", cache: "reload" });
        return [request.url, request.method, request.mode, request.credentials, request.cache, request.redirect,
            request.referrer,
            request.destination, request.integrity, request.keepalive, request.bodyUsed, [...request.headers],
                await request.text()];
    },
    "An answer can't be cloned into a message": async ({ upstream, outcome }) => {
        const response = await fetch(`${upstream}/a`);
        return [await outcome(() => structuredClone(response)), await outcome(() => structuredClone(response.headers)),
            await outcome(() => structuredClone(fetch)), await outcome(() => structuredClone(new XMLHttpRequest()))];
    },
    "A body moves to another thread": async ({ upstream, outcome }) => outcome(async () => {
        const { body } = await fetch(`${upstream}/a`), moved = structuredClone(body, { transfer: [body] });
        return new Response(moved).text();
    }),
    "The address of a document's base": async ({ upstream, fetched }) => {
        const base = document.head.appendChild(document.createElement("base"));
        base.href = `${upstream}/base/`;
        try { return [await fetched("relative"), await fetched("/root").then(() => 0),
            await fetched("?query")]; } finally { base.remove(); }
    },
    "Twenty calls at once": async ({ upstream }) => {
        const texts = await Promise.all(Array.from({ length: 20 },
            (_, index) => fetch(`${upstream}/a`, { method: "POST", body: "b" })
            .then((response) => response.text()).then((text) => [index, text])));
        return texts;
    },
});
