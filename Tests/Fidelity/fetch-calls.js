cases("Fetch: what is called", {
    "An address as text": async ({ upstream, fetched }) => fetched(`${upstream}/a`),
    "An address as a URL": async ({ upstream, fetched }) => fetched(new URL(`${upstream}/a`)),
    "A Request": async ({ upstream, fetched }) => fetched(new Request(`${upstream}/a`)),
    "A Request and members that change it": async ({ upstream, fetched }) => {
        const request = new Request(`${upstream}/a`, { method: "PUT", body: "first", headers: { "X-A": "1" } });
        return [await fetched(request, { method: "POST", body: "second", headers: { "X-B": "2" } }), request.bodyUsed];
    },
    "A Request whose body is used by the call": async ({ upstream, fetched, outcome }) => {
        const request = new Request(`${upstream}/a`, { method: "POST", body: "once" });
        return [await fetched(request), request.bodyUsed, await outcome(() => fetch(request))];
    },
    "A copy of a Request": async ({ upstream, fetched }) => {
        const request = new Request(`${upstream}/a`, { method: "POST", body: "twice", headers: { "X-A": "1" } });
        const copy = request.clone();
        return [await fetched(copy), request.bodyUsed, await fetched(request), copy.url === request.url];
    },
    "An object with a toString": async ({ upstream, fetched }) => fetched({ toString: () => `${upstream}/a` }),
    "A path and a query with escapes and odd characters": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a%2Fb/%c3%A9/;x=1/~'()*!$,@:[]|?q=%20+%C3%A9&q&=é{}^\`"<>'#part#part`),
    "Dot segments in an address": async ({ upstream, fetched }) => fetched(`${upstream}/a/./b/../c/%2e%2E/d`),
    "An empty query": async ({ upstream, fetched }) => fetched(`${upstream}/a?`),
    "An empty path segment": async ({ upstream, fetched }) => fetched(`${upstream}//a//b/`),
    "White space around an address": async ({ upstream, fetched }) => fetched(` \n${upstream}/a\tb `),
    "A backslash in an address": async ({ upstream, fetched }) => fetched(`${upstream}\\a\\b`),
});

cases("Fetch: methods", {
    "Usual methods": async ({ upstream, fetched }) => {
        const seen = [];
        for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
            seen.push(await fetched(`${upstream}/a`, { method }));
        return seen;
    },
    "Usual methods in small letters": async ({ upstream, fetched }) => {
        const seen = [];
        for (const method of ["get", "post", "put", "delete", "patch", "options"])
            seen.push(await fetched(`${upstream}/a`, { method }));
        return seen;
    },
    "HEAD": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ body: "not sent", fields: [["X-A", "1"]] }));
        return fetched(`${upstream}/a`, { method: "HEAD" });
    },
    "Unusual methods": async ({ upstream, fetched }) => {
        const seen = [];
        for (const method of ["PROPFIND", "QUERY", "x-own", "LINK"])
            seen.push(await fetched(`${upstream}/a`, { method }));
        return seen;
    },
    "Methods that no page may use": async ({ upstream, fetched }) => {
        const seen = [];
        for (const method of ["CONNECT", "TRACE", "track", "A B", "", "é"])
            seen.push(await fetched(`${upstream}/a`, { method }));
        return seen;
    },
    "A body in a GET or HEAD": async ({ upstream, fetched }) =>
        [await fetched(`${upstream}/a`, { body: "x" }), await fetched(`${upstream}/a`, { method: "HEAD", body: "x" })],
});

cases("Fetch: bodies that go up", {
    "Text": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { method: "POST", body: "text é \u{1F600} \uD800" }),
    "Empty text": async ({ upstream, fetched }) => fetched(`${upstream}/a`, { method: "POST", body: "" }),
    "A Blob with a type and one without": async ({ upstream, fetched }) => [
        await fetched(`${upstream}/a`, { method: "POST", body: new Blob(["blob"], { type: "text/x-own" }) }),
        await fetched(`${upstream}/a`, { method: "POST", body: new Blob(["blob"]) }),
    ],
    "A File": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { method: "POST", body: new File(["file"], "é.txt", { type: "text/plain" }) }),
    "A form with files": async ({ upstream, fetched }) => {
        const body = new FormData();
        body.append("name", "value é\nline");
        body.append("name", "again");
        body.append("file \"quoted\"", new File(["content"], "a \"b\" é.txt", { type: "text/plain" }));
        body.append("blob", new Blob([new Uint8Array([0, 255, 10])]), "given.bin");
        return fetched(`${upstream}/a`, { method: "POST", body });
    },
    "An empty form": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { method: "POST", body: new FormData() }),
    "A form with a type of the page's own": async ({ upstream, fetched }) => {
        const body = new FormData();
        body.append("a", "b");
        return fetched(`${upstream}/a`, { method: "POST", body, headers: { "Content-Type": "text/x-own" } });
    },
    "A form inside a Request": async ({ upstream, fetched }) => {
        const body = new FormData();
        body.append("a", "b");
        return fetched(new Request(`${upstream}/a`, { method: "POST", body }));
    },
    "URLSearchParams": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { method: "POST", body: new URLSearchParams([["a", "b c"], ["é", "&="]]) }),
    "An ArrayBuffer": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { method: "POST", body: new Uint8Array([0, 1, 254, 255]).buffer }),
    "Views of an ArrayBuffer": async ({ upstream, fetched }) => {
        const { buffer } = new Uint8Array([65, 66, 67, 68, 69, 70, 71, 72]);
        const seen = [];
        for (const body of [new Uint8Array(buffer, 2, 3), new Uint16Array(buffer, 2, 2), new DataView(buffer, 1, 2),
            new Float64Array(buffer)])
            seen.push(await fetched(`${upstream}/a`, { method: "POST", body }));
        return seen;
    },
    "A buffer that is changed behind the call": async ({ upstream, fetched }) => {
        const body = new Uint8Array([65, 65, 65]);
        const answer = fetched(`${upstream}/a`, { method: "POST", body });
        body.fill(66);
        return answer;
    },
    "Another object, which is sent as its text": async ({ upstream, fetched }) => [
        await fetched(`${upstream}/a`, { method: "POST", body: { a: 1 } }),
        await fetched(`${upstream}/a`, { method: "POST", body: 12 }),
    ],
    "A stream": async ({ upstream, fetched }) => {
        const body = new ReadableStream({
            start(controller) {
                controller.enqueue(new TextEncoder().encode("streamed"));
                controller.close();
            },
        });
        return fetched(`${upstream}/a`, { method: "POST", body, duplex: "half" });
    },
    "A stream that fails": async ({ upstream, fetched }) => {
        const body = new ReadableStream({ start(controller) { controller.error(new RangeError("own")); } });
        return fetched(`${upstream}/a`, { method: "POST", body, duplex: "half" });
    },
    "A stream without duplex, a locked and a used one": async ({ upstream, fetched }) => {
        const locked = new ReadableStream(), used = new Response("used").body, seen = [];
        locked.getReader();
        await new Response(used).text();
        for (const init of [{ body: new Response("one").body }, { body: locked, duplex: "half" },
            { body: used, duplex: "half" }])
            seen.push(await fetched(`${upstream}/a`, { method: "POST", ...init }));
        return seen;
    },
    "An answer's body, sent on": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ body: "passed on" }));
        return fetched(`${upstream}/b`, { method: "POST", body: (await fetch(`${upstream}/a`)).body, duplex: "half" });
    },
    "null and undefined": async ({ upstream, fetched }) => [
        await fetched(`${upstream}/a`, { method: "POST", body: null }),
        await fetched(`${upstream}/a`, { method: "POST", body: undefined }),
    ],
    "A body of 300,000 bytes": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { method: "PUT", body: "0123456789".repeat(30000) }),
});
