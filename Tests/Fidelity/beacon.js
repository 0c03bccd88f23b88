cases("navigator.sendBeacon", {
    "Each kind of body": async ({ upstream }) => {
        const form = new FormData(), seen = [];
        form.append("a", "b");
        const bodies = ["text é", new Blob(["blob"], { type: "text/plain" }), new Blob(["blob"]), form,
            new URLSearchParams("a=b"), new Uint8Array([65, 66]),
            new Uint8Array([67]).buffer, "", undefined, null];
        for (let index = 0; index < bodies.length; index += 1) {
            seen.push(navigator.sendBeacon(`${upstream}/${index}?q=1#part`, bodies[index]));
            await upstream.requested(index + 1);
        }
        return seen;
    },
    "Without a body": async ({ upstream }) => {
        const seen = navigator.sendBeacon(`${upstream}/a`);
        await upstream.requested();
        return seen;
    },
    "A type that needs a preflight": async ({ upstream, outcome }) => {
        const seen = await outcome(() =>
            navigator.sendBeacon(`${upstream}/a`, new Blob(["{}"], { type: "application/json" })));
        if (seen.value) await upstream.requested();
        return seen;
    },
    "Cookies": async ({ upstream, answer, fetched }) => {
        await upstream.on("/c", answer({ fields: [["Set-Cookie", "own=1"]] }));
        await fetched(`${upstream}/c`, { credentials: "include" });
        const seen = navigator.sendBeacon(`${upstream}/a`, "b");
        await upstream.requested(2);
        return seen;
    },
    "A redirect": async ({ upstream, redirect }) => {
        await upstream.on("/a", redirect(307, "b"));
        const seen = navigator.sendBeacon(`${upstream}/a`, "again");
        await upstream.requested(2);
        return seen;
    },
    "More than 64 KiB": async ({ upstream }) => navigator.sendBeacon(`${upstream}/a`, "a".repeat(65537)),
    "Wrong arguments and owners": async ({ upstream, outcome }) => [
        await outcome(() => navigator.sendBeacon()), await outcome(() => navigator.sendBeacon("http://[")),
            await outcome(() => navigator.sendBeacon("ftp://a.test/")),
        await outcome(() => navigator.sendBeacon.call({}, `${upstream}/a`)),
            await outcome(() => { const { sendBeacon } = navigator; return sendBeacon(`${upstream}/a`); }),
        await outcome(() => navigator.sendBeacon(`${upstream}/a`, Symbol("a"))),
    ],
    "Nobody listens": async ({ upstream }) => navigator.sendBeacon(`${upstream.closed}/a`, "b"),
});
