cases("XMLHttpRequest: states, aborts and errors", {
    "An abort before the send": async ({ upstream }) => {
        const request = new XMLHttpRequest(), log = watched(request);
        request.abort();
        request.open("GET", `${upstream}/a`);
        request.abort();
        return [log, told(request)];
    },
    "An abort behind the send": async ({ upstream, gate, answer }) => {
        await upstream.on("/a", gate("g"), answer());
        const request = new XMLHttpRequest(), log = watched(request);
        request.open("POST", `${upstream}/a`);
        request.send("body");
        request.abort();
        upstream.isUncertain = true;
        return [quiet(log), told(request)];
    },
    "An abort while the head is awaited": async ({ upstream, gate, answer }) => {
        await upstream.on("/a", gate("g"), answer());
        const request = new XMLHttpRequest(), log = watched(request);
        request.open("POST", `${upstream}/a`);
        request.send("body");
        await upstream.reached("g");
        request.abort();
        return [quiet(log), told(request)];
    },
    "An abort at the head": async ({ upstream, head, bytes, gate, close }) => {
        await upstream.on("/a", head({ fields: [["Content-Type", "application/json"]] }), bytes("one"), gate("g"),
            close());
        const request = new XMLHttpRequest(), log = watched(request), end = ended(request);
        request.addEventListener("readystatechange", () => { if (request.readyState === 2) request.abort(); });
        request.open("GET", `${upstream}/a`);
        request.send();
        await end;
        return [quiet(log), told(request)];
    },
    "An abort in the body": async ({ upstream, head, bytes, gate, close, once }) => {
        await upstream.on("/a", head({ fields: [["Content-Type", "application/json"]] }), bytes("one"), gate("g"),
            close());
        const request = new XMLHttpRequest(), log = watched(request);
        request.open("GET", `${upstream}/a`);
        const first = once(request, "progress");
        request.send();
        await first;
        request.abort();
        return [quiet(log), told(request)];
    },
    "An abort at the end": async ({ upstream }) => {
        const request = new XMLHttpRequest(), log = watched(request), end = ended(request);
        request.open("GET", `${upstream}/a`);
        request.send();
        await end;
        request.abort();
        return [quiet(log), told(request)];
    },
    "An abort inside of load": async ({ upstream }) => {
        const request = new XMLHttpRequest(), log = watched(request), end = ended(request);
        request.onload = () => request.abort();
        request.open("GET", `${upstream}/a`);
        request.send();
        await end;
        return [quiet(log), told(request)];
    },
    "One object for several calls": async ({ upstream, answer }) => {
        await upstream.on("/a", answer({ status: 201, body: "first", fields: [["X-Own", "1"]] }));
        await upstream.on("/b", answer({ status: 404, body: "second" }));
        const request = new XMLHttpRequest(), log = watched(request), seen = [];
        for (const path of ["a", "b", "a"]) {
            const end = ended(request);
            request.open("POST", `${upstream}/${path}`);
            request.setRequestHeader("X-Path", path);
            seen.push(told(request));
            request.send(path);
            await end;
            seen.push(told(request));
        }
        return [quiet(log), seen];
    },
    "An open in the midst of a call": async ({ upstream, gate, answer }) => {
        await upstream.on("/a", gate("g"), answer({ body: "never seen" }));
        const request = new XMLHttpRequest(), log = watched(request), end = ended(request);
        request.open("GET", `${upstream}/a`);
        request.send();
        await upstream.reached("g");
        request.open("GET", `${upstream}/b`);
        request.send();
        await end;
        return [quiet(log), told(request)];
    },
    "From another site to the own origin and back": async ({ upstream }) => {
        const request = new XMLHttpRequest(), seen = [];
        for (const url of [`${upstream}/a`, "control.html", `${upstream}/b`]) {
            const end = ended(request);
            request.open("GET", url);
            request.send();
            await end;
            seen.push([request.status, request.responseURL.replace(location.origin, "").replace(/^\/[0-9a-f]{32}/, ""),
                request.responseText.length]);
        }
        return seen;
    },
    "Calls in the wrong state": async ({ upstream, outcome }) => {
        const request = new XMLHttpRequest(), seen = [];
        seen.push(await outcome(() => request.send()), await outcome(() => request.setRequestHeader("a", "b")));
        request.open("GET", `${upstream}/a`);
        const end = ended(request);
        request.send();
        seen.push(await outcome(() => request.send()), await outcome(() => request.setRequestHeader("a", "b")),
            await outcome(() => { request.withCredentials = true; }));
        await end;
        seen.push(await outcome(() => { request.responseType = "json"; }),
            await outcome(() => request.overrideMimeType("a/b")),
            await outcome(() => request.responseXML), await outcome(() => request.send()));
        return seen;
    },
    "Wrong arguments": async ({ upstream, outcome }) => {
        const request = new XMLHttpRequest(), seen = [];
        for (const given of [["GET"], ["A B", `${upstream}/a`], ["TRACE", `${upstream}/a`], ["GET", "http://["],
            ["GET", "http://a:99999/"], []])
            seen.push(await outcome(() => request.open(...given)), request.readyState);
        request.open("GET", `${upstream}/a`);
        for (const given of [["a b", "c"], ["a", "b\nc"], ["a"], ["é", "a"], ["a", "\u{1F600}"]])
            seen.push(await outcome(() => request.setRequestHeader(...given)));
        return seen;
    },
    "Fields that no page may set, and one that is set twice": async ({ upstream }) => {
        const request = new XMLHttpRequest(), end = ended(request);
        request.open("GET", `${upstream}/a`);
        for (const [name, value] of [["Host", "a"], ["Cookie", "a"], ["Sec-Own", "1"], ["X-Own", "1"], ["x-own", "2"],
            ["X-Own", " 3 "], ["Accept", "a/b"],
            ["User-Agent", "own"], ["Accept-Language", "de"], ["Referer", "x"],
                ["Proxy-Own", "1"]]) request.setRequestHeader(name, value);
        request.send();
        await end;
        return told(request);
    },
    "An address with a user's name": async ({ upstream }) => called(`${upstream}/a`.replace("//", "//me:secret@")),
    "A user's name as an argument": async ({ upstream }) => {
        const request = new XMLHttpRequest(), end = ended(request);
        request.open("GET", `${upstream}/a`, true, "me", "secret");
        request.send();
        await end;
        return told(request);
    },
    "A relative address and a base": async ({ upstream }) => {
        const base = document.head.appendChild(document.createElement("base"));
        base.href = `${upstream}/base/`;
        try {
            const request = new XMLHttpRequest(), end = ended(request);
            request.open("GET", "relative");
            base.remove();
            request.send();
            await end;
            return told(request);
        } finally { base.remove(); }
    },
    "A subclass": async ({ upstream }) => {
        class Own extends XMLHttpRequest {
            open(method, url) { super.open(method, `${url}?own`); }
            get own() { return this.status; }
        }
        const request = new Own(), end = ended(request);
        request.open("GET", `${upstream}/a`);
        request.send();
        await end;
        return [request.own, request instanceof Own, request instanceof XMLHttpRequest, request.constructor.name,
            told(request)];
    },
    "A method that a page has wrapped": async ({ upstream }) => {
        const native = XMLHttpRequest.prototype.open, asked = [];
        try {
            XMLHttpRequest.prototype.open = function (...given) {
                asked.push(given[0]);
                return native.apply(this, given);
            };
            return [await called(`${upstream}/a`), asked];
        } finally { XMLHttpRequest.prototype.open = native; }
    },
});

cases("XMLHttpRequest: synchronous calls", {
    "A GET": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({ status: 201, body: "at once é", fields: [["X-Own", "1"], ["Link", "</x>"]] }));
        return outcome(() => {
            const request = new XMLHttpRequest(), log = watched(request);
            request.open("GET", `${upstream}/a`, false);
            request.setRequestHeader("X-Sent", "1");
            request.send();
            return [quiet(log), told(request)];
        });
    },
    "A POST": async ({ upstream, outcome }) => outcome(() => {
        const request = new XMLHttpRequest();
        request.open("POST", `${upstream}/a`, false);
        request.send("body é");
        return told(request);
    }),
    "A redirect": async ({ upstream, redirect, outcome }) => {
        await upstream.on("/a", redirect(302, "b"));
        return outcome(() => {
            const request = new XMLHttpRequest();
            request.open("GET", `${upstream}/a`, false);
            request.send();
            return told(request);
        });
    },
    "Nobody listens": async ({ upstream, outcome }) => {
        const request = new XMLHttpRequest(), log = watched(request);
        request.open("GET", `${upstream.closed}/a`, false);
        return [await outcome(() => request.send()), quiet(log), told(request)];
    },
    "A name that doesn't exist": async ({ outcome }) => {
        const request = new XMLHttpRequest();
        request.open("GET", "http://nowhere.invalid/", false);
        return [await outcome(() => request.send()), told(request)];
    },
    "With a responseType or a timeout": async ({ upstream, outcome }) => {
        const request = new XMLHttpRequest(), seen = [];
        request.open("GET", `${upstream}/a`, false);
        seen.push(await outcome(() => { request.responseType = "json"; }),
            await outcome(() => { request.timeout = 10; }));
        const other = new XMLHttpRequest();
        other.responseType = "json";
        return [...seen, await outcome(() => other.open("GET", `${upstream}/a`, false))];
    },
});
