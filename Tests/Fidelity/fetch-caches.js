cases("Fetch: answers in caches", {
    "An answer in a Cache": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({ status: 203, reason: "Own", body: "kept",
            fields: [["X-Own", "1"], ["Link", "</x>"], ["Vary", "X-Asked"]] }));
        return outcome(async () => {
            const cache = await caches.open(`fidelity${upstream.key}`);
            await cache.put(`${upstream}/a`, await fetch(`${upstream}/a`));
            const found = await cache.match(`${upstream}/a`), keys = (await cache.keys()).map((key) => key.url);
            const seen = [await tools.shown(found), keys, await cache.match(`${upstream}/b`)];
            await caches.delete(`fidelity${upstream.key}`);
            return seen;
        });
    },
    "cache.add and addAll of answers that can't be kept": async ({ upstream, answer, outcome }) => {
        await upstream.on("/404", answer({ status: 404 }));
        await upstream.on("/206", answer({ status: 206, body: "part" }));
        await upstream.on("/vary", answer({ fields: [["Vary", "*"]] }));
        const cache = await caches.open(`fidelity${upstream.key}`), seen = [];
        upstream.isUnordered = true;
        for (const path of ["404", "206", "vary"]) seen.push(await outcome(() => cache.add(`${upstream}/${path}`)));
        seen.push(await outcome(() => cache.addAll([`${upstream}/ok`, `${upstream}/404`])),
            (await cache.keys()).length);
        seen.push(await outcome(() => cache.add(new Request(`${upstream}/ok`, { method: "POST" }))),
            await outcome(() => cache.add("data:,a")), await outcome(() => cache.add()));
        await caches.delete(`fidelity${upstream.key}`);
        return seen;
    },
    "cache.addAll calls the other site and the own": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({ body: "kept", fields: [["X-Own", "1"]] }));
        const cache = await caches.open(`fidelity${upstream.key}`);
        upstream.isUnordered = true;
        const added = await outcome(() =>
            cache.addAll([`${upstream}/a`, new Request(`${upstream}/b`, { headers: { "X-Own": "1" } }),
            "control.html"]));
        const urls = (await cache.keys()).map(({ url }) =>
            url.replace(location.origin, "").replace(/^\/[0-9a-f]{32}/, "")).sort();
        await caches.delete(`fidelity${upstream.key}`);
        return [added, urls];
    },
    "cache.add calls the other site": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({ body: "kept", fields: [["X-Own", "1"]] }));
        return outcome(async () => {
            const cache = await caches.open(`fidelity${upstream.key}`);
            const added = await outcome(() => cache.add(`${upstream}/a`)), found = await cache.match(`${upstream}/a`);
            await caches.delete(`fidelity${upstream.key}`);
            return [added, found && await tools.shown(found)];
        });
    },
});
