cases("Fetch: the answer's head", {
    "All that a Response says": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ status: 201, reason: "Made", body: "b",
            fields: [["Content-Type", "text/x-own"], ["X-Own", "1"]] }));
        return fetched(`${upstream}/a`);
    },
    "A fragment is no part of an answer's address": async ({ upstream, fetched }) => fetched(`${upstream}/a#part`),
    "Reason phrases": async ({ upstream, answer, fetched }) => {
        const seen = [];
        for (const reason of ["", "OK", "Own Words", "tab\tand é"]) {
            await upstream.on("/a", answer({ reason }));
            seen.push(await fetched(`${upstream}/a`));
        }
        return seen;
    },
    "Every usual status": async ({ upstream, answer, fetched }) => {
        const seen = [];
        for (const status of [200, 201, 202, 203, 206, 207, 208, 226, 300, 305, 306, 400, 402, 403, 404, 405, 406, 409,
            410, 411, 412,
            413, 414, 415, 416, 417, 418, 422, 423, 424, 425, 426, 428, 429, 431, 451, 500, 501, 502, 503, 504, 505,
                506, 507, 508, 510]) {
            await upstream.on("/a", answer({ status, body: `${status}` }));
            const { value } = await fetched(`${upstream}/a`);
            seen.push([value.status, value.statusText, value.ok, value.body]);
        }
        return seen;
    },
    "Statuses that engines act upon: 407, 408, 421, 511": async ({ upstream, answer, fetched }) => {
        const seen = [];
        for (const status of [407, 408, 421, 511]) {
            await upstream.on(`/${status}`, answer({ status, body: `${status}` }));
            seen.push(await fetched(`${upstream}/${status}`));
        }
        return seen;
    },
    "Unknown statuses": async ({ upstream, answer, fetched }) => {
        const seen = [];
        for (const status of [299, 399, 499, 599, 600, 999]) {
            await upstream.on("/a", answer({ status, body: `${status}` }));
            seen.push(await fetched(`${upstream}/a`));
        }
        return seen;
    },
    "Statuses without a body: 204, 205, 304": async ({ upstream, answer, fetched }) => {
        const seen = [];
        for (const status of [204, 205, 304]) {
            await upstream.on("/a", answer({ status, fields: [["X-Own", "1"]] }));
            seen.push(await fetched(`${upstream}/a`), await (await fetch(`${upstream}/a`)).body);
        }
        return seen;
    },
    "Interim answers before the answer": async ({ upstream, interim, answer, fetched }) => {
        await upstream.on("/a", interim(100), interim(103, [["Link", "</x>; rel=preload"]]), interim(102),
            answer({ body: "at last" }));
        return fetched(`${upstream}/a`);
    },
    "Fields with the same name are combined": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ fields: [["X-Own", "1"], ["x-own", "2"], ["X-OWN", ""], ["X-Own", "a, b"]] }));
        return fetched(`${upstream}/a`);
    },
    "Values with letters of Latin-1 and UTF-8, spaces and none": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({ fields: [["X-Empty", ""], ["X-Spaced", "  a  b\t"], ["X-UTF-8", "é"]] }));
        return fetched(`${upstream}/a`);
    },
    "Fields that browsers act upon": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({
            fields: [["Link", "</x>; rel=preload"], ["Server", "own"], ["Alt-Svc", "clear"],
                ["Content-Security-Policy", "default-src 'none'"],
                ["X-Content-Type-Options", "nosniff"], ["X-Frame-Options", "DENY"], ["Refresh", "9; url=/x"],
                ["Server-Timing", "a;dur=1"],
                ["Strict-Transport-Security", "max-age=1"], ["Permissions-Policy", "camera=()"],
                ["Referrer-Policy", "no-referrer"],
                ["Location", "/elsewhere"], ["Retry-After", "1"], ["Age", "3"], ["Vary", "Accept"],
                ["Date", "Tue, 01 Jan 2030 00:00:00 GMT"],
                ["Cross-Origin-Resource-Policy", "cross-origin"], ["NEL", "{}"], ["Accept-CH", "DPR"],
                ["SourceMap", "/map"]],
        }));
        return fetched(`${upstream}/a`);
    },
    "Fields that a proxy must not let the page confuse": async ({ upstream, answer, fetched }) => {
        await upstream.on("/a", answer({
            status: 200, body: "b",
            fields: [["Loopback-Upstream-URL", "http://a.test/"], ["Loopback-Upstream-Fields", "[[\"X-Own\",\"1\"]]"],
                ["Loopback-Upstream-Status", "500"], ["Loopback-Proxy-Error", "connect; connectFailed"]],
        }));
        return fetched(`${upstream}/a`);
    },
    "Set-Cookie is shown to nobody": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({ fields: [["Set-Cookie", "a=b"], ["Set-Cookie2", "c=d"], ["X-Own", "1"]] }));
        return outcome(async () => {
            const { headers } = await fetch(`${upstream}/a`);
            return [headers.get("set-cookie"), headers.has("set-cookie"), headers.getSetCookie?.() ?? [], [...headers]];
        });
    },
    "Headers can be read in every way": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({ body: "b",
            fields: [["X-B", "2"], ["X-A", "1"], ["Content-Type", "text/plain"]] }));
        return outcome(async () => {
            const { headers } = await fetch(`${upstream}/a`), each = [];
            headers.forEach(function (value, name, all) { each.push([name, value, all === headers, this.own]); },
                { own: 1 });
            return {
                each, keys: [...headers.keys()], values: [...headers.values()], entries: [...headers.entries()],
                get: [headers.get("X-A"), headers.get("x-a"), headers.get("X-C")],
                has: [headers.has("X-A"), headers.has("X-C")],
                copy: [...new Headers(headers)], object: Object.fromEntries(headers),
                text: String(headers), next: headers.keys().next(), kind: String(headers.entries()),
            };
        });
    },
    "Headers can't be changed": async ({ upstream, outcome }) => {
        const { headers } = await fetch(`${upstream}/a`);
        return [await outcome(() => headers.set("X-A", "1")), await outcome(() => headers.append("X-A", "1")),
            await outcome(() => headers.delete("Content-Type")), headers.get("X-A"), headers.get("content-type")];
    },
    "Headers are asked for wrongly": async ({ upstream, outcome }) => {
        const { headers } = await fetch(`${upstream}/a`);
        return [await outcome(() => headers.get("a b")), await outcome(() => headers.get()),
            await outcome(() => headers.has("")),
            await outcome(() => Headers.prototype.get.call({}, "a")), await outcome(() => headers.forEach(1)),
            await outcome(() => new Headers(5))];
    },
    "An answer and its headers are the same object each time": async ({ upstream }) => {
        const response = await fetch(`${upstream}/a`);
        return [response.headers === response.headers, response.body === response.body, Object.keys(response),
            Object.prototype.toString.call(response), response.constructor === Response, JSON.stringify(response)];
    },
});
