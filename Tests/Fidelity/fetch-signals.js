cases("Fetch: signals", {
    "Aborted before the call": async ({ upstream, fetched }) => [
        await fetched(`${upstream}/a`, { signal: AbortSignal.abort() }),
        await fetched(`${upstream}/a`, { signal: AbortSignal.abort("reason") }),
        await fetched(`${upstream}/a`, { signal: AbortSignal.abort(new RangeError("own")) }),
    ],
    "Aborted at once": async ({ upstream, outcome }) => {
        const controller = new AbortController(), call = fetch(`${upstream}/a`, { signal: controller.signal });
        controller.abort();
        upstream.isUncertain = true;
        return outcome(call);
    },
    "Aborted while the head is awaited": async ({ upstream, gate, answer, outcome }) => {
        await upstream.on("/a", gate("g"), answer());
        const controller = new AbortController(), call = fetch(`${upstream}/a`, { signal: controller.signal });
        await upstream.reached("g");
        controller.abort();
        return outcome(call);
    },
    "Aborted with a reason": async ({ upstream, gate, answer, outcome }) => {
        await upstream.on("/a", gate("g"), answer());
        const controller = new AbortController(), call = fetch(`${upstream}/a`, { signal: controller.signal });
        await upstream.reached("g");
        const reason = { own: 1 };
        controller.abort(reason);
        return outcome(call.catch((error) => error === reason));
    },
    "Aborted while the head is awaited, and the upstream is told": async ({ upstream, stall, outcome }) => {
        await upstream.on("/a", stall());
        const controller = new AbortController(), call = fetch(`${upstream}/a`, { signal: controller.signal });
        await upstream.requested();
        controller.abort();
        return [await outcome(call), (await upstream.left()).requests.length];
    },
    "Aborted in the body": async ({ upstream, head, chunk, gate, endless, outcome }) => {
        await upstream.on("/a", head({ fields: [["Transfer-Encoding", "chunked"]] }), chunk("one"), gate("g"),
            endless());
        const controller = new AbortController(),
            response = await fetch(`${upstream}/a`, { signal: controller.signal });
        const reader = response.body.getReader();
        const first = new TextDecoder().decode((await reader.read()).value), second = reader.read();
        controller.abort();
        const seen = [first, await outcome(second), await outcome(reader.closed), response.status];
        await upstream.open("g");
        await upstream.left();
        return seen;
    },
    "Aborted while the text is awaited": async ({ upstream, head, bytes, gate, outcome }) => {
        await upstream.on("/a", head(), bytes("one"), gate("g"));
        const controller = new AbortController(),
            response = await fetch(`${upstream}/a`, { signal: controller.signal });
        const text = response.text();
        controller.abort(new RangeError("own"));
        return [await outcome(text), response.bodyUsed];
    },
    "Aborted behind the end": async ({ upstream, outcome }) => {
        const controller = new AbortController(),
            response = await fetch(`${upstream}/a`, { signal: controller.signal });
        const text = await response.text();
        controller.abort();
        return [text, response.status, await outcome(() => response.text())];
    },
    "A signal that times out": async ({ upstream, gate, answer, fetched }) => {
        await upstream.on("/a", gate("g"), answer());
        return fetched(`${upstream}/a`, { signal: AbortSignal.timeout(30) });
    },
    "Any of two signals": async ({ upstream, gate, answer, outcome }) => {
        if (!AbortSignal.any) return "none here";
        await upstream.on("/a", gate("g"), answer());
        const controller = new AbortController();
        const call = fetch(`${upstream}/a`,
            { signal: AbortSignal.any([controller.signal, new AbortController().signal]) });
        await upstream.reached("g");
        controller.abort();
        return outcome(call);
    },
    "A Request's signal, and one that takes its place": async ({ upstream, gate, answer, outcome }) => {
        await upstream.on("/a", gate("g"), answer({ body: "went on" }));
        const first = new AbortController(), second = new AbortController();
        const request = new Request(`${upstream}/a`, { signal: first.signal });
        for (const name of ["b", "c"]) await upstream.on(`/${name}`, gate("g"), answer({ body: "went on" }));
        // Chromium's cache has calls of the same address wait for each other.
        const own = fetch(request);
        await upstream.reached("g");
        const other = fetch(new Request(`${upstream}/b`, request), { signal: second.signal });
        await upstream.reached("g", 2);
        const none = fetch(new Request(`${upstream}/c`, { signal: first.signal }), { signal: null });
        await upstream.reached("g", 3);
        second.abort();
        const seen = [await outcome(other)];
        first.abort();
        seen.push(await outcome(own));
        await upstream.open("g");
        return [...seen, await outcome(none.then((response) => response.text()))];
    },
    "A signal that is none": async ({ upstream, fetched }) => [
        await fetched(`${upstream}/a`, { signal: {} }), await fetched(`${upstream}/a`, { signal: 1 }),
    ],
    "Aborted while the page's own stream has no end": async ({ upstream, outcome }) => {
        const controller = new AbortController(), body = new ReadableStream();
        const call = fetch(`${upstream}/a`, { method: "POST", body, duplex: "half", signal: controller.signal });
        controller.abort(new RangeError("own"));
        return outcome(call);
    },
    "An abort while a body goes up": async ({ upstream, leaveBody, gate, answer, outcome }) => {
        await upstream.on("/a", leaveBody(), gate("g"), answer());
        const controller = new AbortController();
        const call = fetch(`${upstream}/a`, { method: "POST", body: "a".repeat(1000), signal: controller.signal });
        await upstream.reached("g");
        controller.abort();
        return outcome(call);
    },
});
