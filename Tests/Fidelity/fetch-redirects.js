cases("Fetch: redirects", {
    "Each status with each method": async ({ upstream, redirect, fetched }) => {
        const seen = [];
        for (const status of [301, 302, 303, 307, 308]) {
            for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE"]) {
                const path = `/${status}/${method}`, body = method === "POST" || method === "PUT" ? "body" : undefined;
                await upstream.on(path, redirect(status, `${method}/to`));
                seen.push([status, method, await fetched(`${upstream}${path}`,
                    { method, body, headers: { "X-Own": "1" } })]);
            }
        }
        return seen;
    },
    "A permanent one, asked for twice": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(301, "b"));
        return [await fetched(`${upstream}/a`), await fetched(`${upstream}/a`)];
    },
    "A chain of five": async ({ upstream, redirect, fetched }) => {
        for (let hop = 0; hop < 5; hop += 1) await upstream.on(`/${hop}`, redirect(302, `${hop + 1}`));
        return fetched(`${upstream}/0`);
    },
    "Twenty are followed": async ({ upstream, redirect, fetched }) => {
        for (let hop = 0; hop < 20; hop += 1) await upstream.on(`/${hop}`, redirect(302, `${hop + 1}`));
        return fetched(`${upstream}/0`);
    },
    "Twenty-one are too many": async ({ upstream, redirect, fetched }) => {
        for (let hop = 0; hop < 21; hop += 1) await upstream.on(`/${hop}`, redirect(302, `${hop + 1}`));
        return fetched(`${upstream}/0`);
    },
    "A loop ends": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(302, "b"));
        await upstream.on("/b", redirect(302, "a"));
        return fetched(`${upstream}/a`);
    },
    "To another path, a root, a scheme's and a whole address": async ({ upstream, redirect, fetched }) => {
        const { pathname, host } = new URL(upstream), seen = [];
        for (const location of ["deep/b", `${pathname}/b`, `//${host}${pathname}/b`, `${upstream}/b`, "?query",
            "./../c", "b%2Fc?q=%C3%A9"]) {
            await upstream.on("/a", redirect(302, location));
            if (location.startsWith("?"))
                await upstream.inTurn("/a", [redirect(302, location)], [["answer", { body: "second" }]]);
            seen.push(await fetched(`${upstream}/a`));
        }
        return seen;
    },
    "To an address with letters outside of ASCII": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(302, "b?q=é"));
        return fetched(`${upstream}/a`);
    },
    "To a fragment": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(302, "b#part"));
        return [await fetched(`${upstream}/a`), await fetched(`${upstream}/a#own`)];
    },
    "To another host": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(302, `${upstream.other}/b`));
        return fetched(`${upstream}/a`, { headers: { "X-Own": "1" } });
    },
    "To another host, without Authorization there": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(307, `${upstream.other}/b`));
        return fetched(`${upstream}/a`, { method: "POST", body: "again", headers: { Authorization: "Basic YTpi" } });
    },
    "Back from another host": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(302, `${upstream.other}/b`));
        await upstream.on("/b", redirect(302, `${upstream}/c`));
        return fetched(`${upstream}/a`);
    },
    "To addresses that can't be called": async ({ upstream, redirect, fetched }) => {
        const seen = [];
        for (const location of ["ftp://a.test/", "data:text/plain,x", "http://", "http://[", "about:blank",
            "http://me:secret@upstream.test/"]) {
            await upstream.on("/a", redirect(302, location));
            seen.push(await fetched(`${upstream}/a`));
        }
        return seen;
    },
    "Without a Location": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ status: 302, body: "stays" }));
        return fetched(`${upstream}/a`);
    },
    "With an empty Location": async ({ upstream, redirect, answer, fetched }) => {
        await upstream.inTurn("/a", [redirect(302, "")], [answer({ body: "second" })]);
        return fetched(`${upstream}/a`);
    },
    "300 and 304 with a Location are answers": async ({ upstream, answer, fetched }) => {
        await upstream.on("/300", answer({ status: 300, body: "choose", fields: [["Location", "b"]] }));
        await upstream.on("/304", answer({ status: 304, fields: [["Location", "b"]] }));
        return [await fetched(`${upstream}/300`), await fetched(`${upstream}/304`)];
    },
    "manual gives an answer that says nothing": async ({ upstream, redirect, outcome, headOf }) => {
        await upstream.on("/a", redirect(302, "b"));
        return outcome(async () => {
            const response = await fetch(`${upstream}/a#part`, { redirect: "manual" });
            return [headOf(response), response.body === null, await response.text()];
        });
    },
    "manual with an answer that is no redirect": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { redirect: "manual" }),
    "manual with each status": async ({ upstream, answer, fetched }) => {
        const seen = [];
        for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
            await upstream.on("/a", answer({ status, fields: [["Location", "b"]] }));
            seen.push(await fetched(`${upstream}/a`, { redirect: "manual" }));
        }
        return seen;
    },
    "manual without a Location": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ status: 302, body: "stays" }));
        return fetched(`${upstream}/a`, { redirect: "manual" });
    },
    "error refuses a redirect": async ({ upstream, redirect, fetched }) => {
        await upstream.on("/a", redirect(302, "b"));
        return fetched(`${upstream}/a`, { redirect: "error" });
    },
    "error with an answer that is no redirect": async ({ upstream, fetched }) =>
        fetched(`${upstream}/a`, { redirect: "error" }),
    "No such mode": async ({ upstream, fetched }) => fetched(`${upstream}/a`, { redirect: "own" }),
    "A redirected answer's copy": async ({ upstream, redirect, outcome, headOf }) => {
        await upstream.on("/a", redirect(302, "b"));
        return outcome(async () => headOf((await fetch(`${upstream}/a`)).clone()));
    },
    "A form is sent again": async ({ upstream, redirect, fetched }) => {
        const body = new FormData();
        body.append("a", "b");
        await upstream.on("/a", redirect(307, "b"));
        return fetched(`${upstream}/a`, { method: "POST", body });
    },
});
