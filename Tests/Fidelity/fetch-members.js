cases("Fetch: headers that go up", {
    "A plain object": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { headers: { "X-Own": "1", accept: "text/x-own", "Accept-Language": "de",
            empty: "" } }),
    "Pairs, with a name that stands twice": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { headers: [["X-Own", "1"], ["x-own", "2"], ["X-Other", " spaced\t"]] }),
    "A Headers object": async ({ upstream, fetched }) => {
        const headers = new Headers({ "X-Own": "1" });
        headers.append("X-Own", "2");
        headers.set("X-Other", "3");
        return fetched(`${upstream}/a`, { headers });
    },
    "Headers of a Request": async ({ upstream, fetched }) => {
        const request = new Request(`${upstream}/a`, { headers: { "X-Own": "1" } });
        request.headers.append("X-Other", "2");
        return fetched(request);
    },
    "Headers that take the place of a Request's": async ({ upstream, fetched }) =>
        fetched(new Request(`${upstream}/a`, { headers: { "X-Own": "1" } }), { headers: { "X-Other": "2" } }),
    "Names that no page may set are left out": async ({ upstream, fetched }) => fetched(`${upstream}/a`, {
        headers: {
            Host: "a.test", Cookie: "a=b", Origin: "http://a.test", Referer: "http://a.test/", Via: "a", TE: "trailers",
            Connection: "close", "Content-Length": "3", "Accept-Charset": "utf-8", "Accept-Encoding": "br", Date: "now",
            Expect: "100-continue", Upgrade: "a", "Keep-Alive": "1", DNT: "1", "Set-Cookie": "a=b", Trailer: "a",
            "Access-Control-Request-Method": "PUT", "Sec-Own": "1", "Proxy-Own": "1", "X-Own": "1",
        },
    }),
    "Methods that no page may name in a header": async ({ upstream, fetched }) => fetched(`${upstream}/a`, {
        headers: { "X-HTTP-Method": "TRACE", "X-Method-Override": "GET, TRACK", "X-HTTP-Method-Override": "PUT" },
    }),
    "Authorization, Range and conditions": async ({ upstream, fetched }) => fetched(`${upstream}/a`, {
        headers: {
            Authorization: "Basic YTpi", Range: "bytes=0-1", "If-None-Match": "\"a\"", "If-Modified-Since": "yesterday",
            "If-Range": "\"a\"", "User-Agent": "own/1.0",
        },
    }),
    "Invalid names and values": async ({ upstream, fetched }) => {
        const seen = [];
        for (const headers of [{ "a b": "1" }, { "": "1" }, { é: "1" }, { a: "b\nc" }, { a: "\0" }, { a: "\u{1F600}" },
            [["a"]], "text", 5])
            seen.push(await fetched(`${upstream}/a`, { headers }));
        return seen;
    },
    "A value with letters of Latin-1": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { headers: { "X-Own": "é\u{FF}" } }),
    "A content type of the page's own": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { method: "POST", body: "{}",
            headers: { "content-type": "application/json; charset=x" } }),
    "A hundred fields and a long one": async ({ upstream, fetched }) => {
        const headers = { "X-Long": "a".repeat(6000) };
        for (let index = 0; index < 100; index += 1) headers[`X-${index}`] = `${index}`;
        return fetched(`${upstream}/a`, { headers });
    },
    "Members that a page watches being read": async ({ upstream, fetched }) => {
        const read = [];
        const init = new Proxy({ method: "POST", body: "b", headers: { "X-Own": "1" } }, {
            get(target, name) {
                read.push(name);
                return target[name];
            },
        });
        const answer = await fetched(`${upstream}/a`, init);
        return [answer, read.filter((name) => ["method", "headers", "body", "signal", "mode"].includes(name)).sort()];
    },
});

cases("Fetch: credentials", {
    "omit sends and keeps no cookies": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ body: "set", fields: [["Set-Cookie", "omitted=1"]] }));
        return [await fetched(`${upstream}/a`, { credentials: "omit" }),
            await fetched(`${upstream}/b`, { credentials: "include" })];
    },
    "same-origin, the default, sends and keeps no cookies": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ body: "set", fields: [["Set-Cookie", "same=1"]] }));
        return [
            await fetched(`${upstream}/a`), await fetched(`${upstream}/a`, { credentials: "same-origin" }),
            await fetched(`${upstream}/b`, { credentials: "include" }),
        ];
    },
    "include keeps cookies and sends them": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ body: "set",
            fields: [["Set-Cookie", "kept=1"], ["Set-Cookie", "second=2; HttpOnly"]] }));
        return [
            await fetched(`${upstream}/a`, { credentials: "include" }),
                await fetched(`${upstream}/b`, { credentials: "include" }),
            await fetched(`${upstream}/c`), await fetched(`${upstream}/d`, { credentials: "omit" }),
        ];
    },
    "Cookies that end, are for a path, or are replaced": async ({ upstream, answer, fetched }) => {
        const path = new URL(upstream).pathname;
        await upstream.on("/a", answer({
            fields: [["Set-Cookie", `deep=1; Path=${path}/deep`], ["Set-Cookie", "gone=1; Max-Age=0"],
                ["Set-Cookie", "kept=1; Max-Age=99"]],
        }));
        await upstream.on("/b", answer({ fields: [["Set-Cookie", "kept=2"]] }));
        const seen = [];
        for (const name of ["a", "b", "deep/c"])
            seen.push(await fetched(`${upstream}/${name}`, { credentials: "include" }));
        return seen;
    },
    "Cookies of a redirect": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(302, "b", [["Set-Cookie", "moved=1"]]));
        return fetched(`${upstream}/a`, { credentials: "include" });
    },
    "The page's own cookies stay with the page": async ({ upstream, fetched }) => {
        document.cookie = `own${upstream.key}=1; path=/own`;
        return fetched(`${upstream}/a`, { credentials: "include" });
    },
    "A user's name in an address is refused": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`.replace("//", "//me:secret@")),
    "401 is an answer as any other": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ status: 401, body: "who",
            fields: [["WWW-Authenticate", "Basic realm=\"a\""]] }));
        return [await fetched(`${upstream}/a`), await fetched(`${upstream}/a`, { credentials: "omit" })];
    },
    "No such mode": async ({ upstream, fetched }) => fetched(`${upstream}/a`, { credentials: "always" }),
});

cases("Fetch: cache, referrer, integrity and other members", {
    "An answer that may be kept is asked for once": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ body: "kept",
            fields: [["Cache-Control", "max-age=600"], ["ETag", "\"a\""]] }));
        return [await fetched(`${upstream}/a`), await fetched(`${upstream}/a`)];
    },
    "An answer that must be asked for anew": async ({ upstream, answer, fetched }) => {
        await upstream.inTurn("/a", [answer({ body: "kept",
            fields: [["Cache-Control", "no-cache"], ["ETag", "\"a\""]] })],
            [answer({ status: 304, fields: [["ETag", "\"a\""], ["X-New", "1"]] })]);
        return [await fetched(`${upstream}/a`), await fetched(`${upstream}/a`)];
    },
    "Each cache mode, with nothing kept": async ({ upstream, fetched }) => {
        const seen = [];
        for (const cache of ["default", "no-store", "reload", "no-cache", "force-cache"])
            seen.push(await fetched(`${upstream}/${cache}`, { cache }));
        return seen;
    },
    "Each cache mode, with an answer kept": async ({ upstream, answer, fetched }) => {
        const seen = [];
        for (const cache of ["default", "no-store", "reload", "no-cache", "force-cache"]) {
            await upstream.on(`/${cache}`, answer({ body: "kept",
                fields: [["Cache-Control", "max-age=600"], ["ETag", "\"a\""]] }));
            await fetched(`${upstream}/${cache}`);
            seen.push(await fetched(`${upstream}/${cache}`, { cache }));
        }
        return seen;
    },
    "only-if-cached is for the own origin": async ({ upstream, fetched }) => [
        await fetched(`${upstream}/a`, { cache: "only-if-cached" }),
        await fetched(`${upstream}/a`, { cache: "only-if-cached", mode: "same-origin" }),
    ],
    "Referrers and policies": async ({ upstream, fetched }) => {
        const seen = [];
        for (const member of [{ referrer: "" }, { referrer: "about:client" }, { referrer: location.origin + "/x" },
            { referrerPolicy: "no-referrer" },
            { referrerPolicy: "unsafe-url" }, { referrerPolicy: "" }, { referrer: "http://[" },
                { referrerPolicy: "own" }])
            seen.push(await fetched(`${upstream}/a`, member));
        return seen;
    },
    "The right integrity": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ body: "abc" }));
        return fetched(`${upstream}/a`, { integrity: "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=" });
    },
    "The wrong integrity": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ body: "abd" }));
        return fetched(`${upstream}/a`, { integrity: "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=" });
    },
    "keepalive": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { method: "POST", body: "kept", keepalive: true }),
    "keepalive with more than 64 KiB": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { method: "POST", body: "k".repeat(65537), keepalive: true }),
    "Priorities": async ({ upstream, fetched }) => {
        const seen = [];
        for (const priority of ["high", "low", "auto", "own"]) seen.push(await fetched(`${upstream}/a`, { priority }));
        return seen;
    },
    "window and duplex": async ({ upstream, fetched }) => [
        await fetched(`${upstream}/a`, { window: null }), await fetched(`${upstream}/a`, { window: 1 }),
        await fetched(`${upstream}/a`, { method: "POST", body: "a", duplex: "half" }),
        await fetched(`${upstream}/a`, { method: "POST", body: "a", duplex: "full" }),
    ],
});

cases("Fetch: modes", {
    "cors": async ({ upstream, fetched }) => fetched(`${upstream}/a`, { mode: "cors" }),
    "no-cors gives an opaque answer": async ({ upstream, fetched }) =>
        fetched(`${upstream.direct}/a`, { mode: "no-cors" }),
    "no-cors takes simple methods and fields alone": async ({ upstream, fetched }) => [
        await fetched(`${upstream.direct}/a`, { mode: "no-cors", method: "PUT" }),
        await fetched(`${upstream.direct}/a`,
            { mode: "no-cors", method: "POST", body: "b", headers: { "X-Own": "1", Accept: "a/b" } }),
    ],
    "same-origin refuses other sites": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { mode: "same-origin" }),
    "navigate is for nobody": async ({ upstream, fetched }) => fetched(`${upstream}/a`, { mode: "navigate" }),
    "No such mode": async ({ upstream, fetched }) => fetched(`${upstream}/a`, { mode: "own" }),
    "A file of the own origin": async ({ outcome }) => outcome(async () => {
        const response = await fetch("control.html");
        return [response.url === new URL("control.html", location.href).href, response.type, response.status,
            response.redirected];
    }),
    "Addresses of other schemes": async ({ fetched }) => [
        await fetched("data:text/plain,data"), await fetched("about:blank"), await fetched("ftp://upstream.test/a"),
        await fetched("file:///etc/hosts"), await fetched("own:a"), await fetched("javascript:1"),
    ],
    "An address of a Blob": async ({ outcome }) => outcome(async () => {
        const url = URL.createObjectURL(new Blob(["blob"], { type: "text/plain" }));
        const response = await fetch(url);
        return [response.url === url, response.type, response.status, await response.text(), [...response.headers]];
    }),
});
