// Things that documents do to the platform before and behind the script, and other ways to call than by it.
const entryOf = (url) => performance.getEntriesByName(url).map(({ name, initiatorType, responseStatus }) =>
    [name, initiatorType, responseStatus]);

cases("Documents", {
    "Performance entries have the address that was called": async ({ upstream, fetched }) => {
        await fetched(`${upstream}/a`);
        return entryOf(`${upstream}/a`);
    },
    "A frame without an address of its own": async ({ once }) => {
        const frame = document.createElement("iframe"), told = once(window, "message");
        const script = `parent.postMessage([location.href, origin === parent.origin, typeof fetch], "*")`;
        frame.srcdoc = `<script>${script}<\/script>`;
        document.body.append(frame);
        const { data } = await told;
        const answer = await frame.contentWindow.eval("1 + 1");
        frame.remove();
        return [data, answer];
    },
    "Built-ins that a page breaks": async ({ upstream, anotherPage }) => {
        const frame = await anotherPage(), page = frame.contentWindow;
        const broken = {
            String: ["startsWith", "split", "slice", "indexOf", "trim"],
            Array: ["push", "sort", "join", "map", Symbol.iterator], RegExp: ["exec", "test"],
            Map: ["get", "set"], WeakMap: ["get", "set", "has"],
            Headers: ["get", "has", "forEach", "append", "entries", Symbol.iterator],
            URL: ["href", "origin", "pathname"], Response: ["text", "clone", "status", "headers"],
            Request: ["url", "method", "headers", "blob"],
            Function: ["call", "apply", "bind"], Promise: ["catch", "finally"],
        };
        for (const [owner, names] of Object.entries(broken)) {
            for (const name of names)
                Object.defineProperty(page[owner].prototype, name,
                    { configurable: true, get() { throw new Error(`${owner} ${String(name)}`); } });
        }
        for (const name of ["apply", "construct", "get", "defineProperty"]) delete page.Reflect[name];
        delete page.JSON.parse;
        const response = await page.fetch(`${upstream}/a`, { method: "POST", body: "b", headers: { "X-Own": "1" } });
        const get = (name) => Object.getOwnPropertyDescriptor(Response.prototype, name).get.call(response);
        const seen = [get("type"), await Response.prototype.text.call(response)];
        frame.remove();
        return seen;
    },
    "Classes that a page freezes": async ({ upstream, anotherPage, shown }) => {
        const frame = await anotherPage(), page = frame.contentWindow;
        for (const name of ["Response", "Headers", "Request", "XMLHttpRequest", "Function"])
            Object.freeze(page[name].prototype);
        const seen = await shown(await page.fetch(`${upstream}/a`));
        frame.remove();
        return seen;
    },
    "Another page's fetch and objects": async ({ upstream, anotherPage, shown, outcome }) => {
        const frame = await anotherPage(), page = frame.contentWindow;
        const seen = [
            await outcome(async () => shown(await page.fetch(new Request(`${upstream}/a`)))),
                await outcome(async () => shown(await fetch(new page.Request(`${upstream}/b`)))),
            await outcome(async () => shown(await fetch(new page.URL(`${upstream}/c`),
                { headers: new page.Headers({ "X-Own": "1" }) }))),
            await outcome(async () => shown(await fetch.call(page, `${upstream}/d`))),
        ];
        frame.remove();
        return seen;
    },
});
