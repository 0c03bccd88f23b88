// All that an XMLHttpRequest tells, with its events in their order.
const watched = (request, log = []) => {
    const note = (name) => (event) => {
        const last = log[log.length - 1],
            progress = event instanceof ProgressEvent ? [event.loaded, event.total, event.lengthComputable] : [];
        // Progress comes as often as it likes: the last one of a run tells what there was.
        const told = [name, request.readyState, ...progress];
        if (last && last[0] === name && /progress/.test(name)) log[log.length - 1] = told;
        else if (!(name === "readystatechange" && request.readyState === 3 && last?.[0] === name
            && last[1] === 3)) log.push(told);
    };
    for (const name of ["readystatechange", "loadstart", "progress", "load", "abort", "error", "timeout", "loadend"]) {
        request.addEventListener(name, note(name));
        if (name !== "readystatechange") request.upload.addEventListener(name, note(`upload ${name}`));
    }
    return log;
};
const quiet = (log) => log.filter(([name]) => !/progress/.test(name));
const textOf = (request) => { try { return request.responseText; } catch (error) { return error.name; } };
const told = (request) => ({
    readyState: request.readyState, status: request.status, statusText: request.statusText,
    responseURL: request.responseURL,
    responseType: request.responseType, text: textOf(request), fields: request.getAllResponseHeaders(),
    type: request.getResponseHeader("Content-Type"), withCredentials: request.withCredentials, timeout: request.timeout,
});
const ended = (request) => new Promise((resolve) => request.addEventListener("loadend", resolve, { once: true }));
// A whole call, and what it told.
const called = async (url, { method = "GET", body, headers = {}, ...members } = {}) => {
    const request = new XMLHttpRequest(), log = watched(request), end = ended(request);
    request.open(method, url);
    Object.assign(request, members);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
    await end;
    return { log: quiet(log), ...told(request) };
};

cases("XMLHttpRequest: calls and their events", {
    "A GET with all its events": async ({ upstream, answer }) => {
        await upstream.on("/a", answer({ body: "text é",
            fields: [["Content-Type", "text/plain;charset=utf-8"], ["X-Own", "1"], ["Link", "</x>"]] }));
        return called(`${upstream}/a?q=%20#part`);
    },
    "A POST with the events of its upload": async ({ upstream }) =>
        called(`${upstream}/a`, { method: "POST", body: "body é", headers: { "X-Own": "1", "X-Other": "2" } }),
    "Progress of an answer and an upload": async ({ upstream, answer }) => {
        await upstream.on("/a", answer({ body: "0123456789".repeat(100) }));
        const request = new XMLHttpRequest(), log = watched(request), end = ended(request);
        request.open("POST", `${upstream}/a`);
        request.send("0123456789".repeat(1000));
        await end;
        return [log.filter(([name]) => /progress/.test(name)),
            log.filter(([name]) => name === "load" || name === "upload load")];
    },
    "Progress of an answer without a length": async ({ upstream, head, chunk, gate, lastChunk, once }) => {
        await upstream.on("/a", head({ fields: [["Transfer-Encoding", "chunked"],
            ["Content-Type", "application/json"]] }), chunk("one "), gate("g"), chunk("two"), lastChunk());
        const request = new XMLHttpRequest(), end = ended(request), seen = [];
        request.open("GET", `${upstream}/a`);
        request.addEventListener("progress",
            ({ loaded, total, lengthComputable }) => seen.push([loaded, total, lengthComputable]));
        const first = once(request, "progress");
        request.send();
        await first;
        seen.push(request.readyState, request.responseText);
        await upstream.open("g");
        await end;
        return [seen[0], seen[1], seen[2], seen[seen.length - 1], told(request)];
    },
    "Handlers of the attributes": async ({ upstream }) => {
        const request = new XMLHttpRequest(), seen = [];
        for (const name of ["loadstart", "load", "loadend"])
            request[`on${name}`] = function(event) { seen.push([event.type, this === request,
                event.target === request]); };
        request.upload.onload = (event) => seen.push(["upload", event.target === request.upload]);
        request.open("POST", `${upstream}/a`);
        const end = ended(request);
        request.send("b");
        await end;
        return [seen, typeof request.onload, request.onerror];
    },
    "Every usual method": async ({ upstream }) => {
        const seen = [];
        for (const method of ["get", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "PROPFIND", "x-own"])
            seen.push(await called(`${upstream}/a`, { method }));
        return seen;
    },
    "Each kind of body": async ({ upstream }) => {
        const form = new FormData(), seen = [];
        form.append("a", new File(["file"], "f.txt", { type: "text/plain" }));
        const page = new DOMParser().parseFromString("<p>é</p>", "text/html"),
            xml = new DOMParser().parseFromString("<a>é</a>", "text/xml");
        for (const body of ["text", new Blob(["blob"], { type: "text/x-own" }), new Blob(["blob"]), form,
            new URLSearchParams("a=b c"),
            new Uint8Array([1, 0, 255]), new Uint8Array([1, 2, 3]).buffer, null, undefined, "", { a: 1 }, page, xml])
            seen.push(await called(`${upstream}/a`, { method: "POST", body }));
        return seen;
    },
    "A body in a GET is left out": async ({ upstream }) => called(`${upstream}/a`, { body: "left out" }),
    "A content type of the page's own": async ({ upstream }) => [
        await called(`${upstream}/a`, { method: "POST", body: "b",
            headers: { "Content-Type": "text/x-own;charset=latin1" } }),
        await called(`${upstream}/a`, { method: "POST", body: new Blob(["b"], { type: "a/b" }),
            headers: { "Content-Type": "text/x-own" } }),
    ],
    "Statuses": async ({ upstream, answer }) => {
        const seen = [];
        for (const status of [201, 204, 205, 304, 400, 401, 404, 500, 599]) {
            await upstream.on("/a", answer({ status, reason: "Own Words", body: "body" }));
            seen.push(await called(`${upstream}/a`));
        }
        return seen;
    },
    "Redirects": async ({ upstream, redirect }) => {
        const seen = [];
        for (const status of [301, 302, 303, 307, 308]) {
            await upstream.on(`/${status}`, redirect(status, "to#part"));
            seen.push(await called(`${upstream}/${status}`, { method: "POST", body: "b" }));
        }
        return seen;
    },
    "A redirect that loops": async ({ upstream, redirect }) => {
        await upstream.on("/a", redirect(302, "a"));
        return called(`${upstream}/a`);
    },
    "Nobody listens": async ({ upstream }) => called(`${upstream.closed}/a`, { method: "POST", body: "b" }),
    "A name that doesn't exist": async () => called("http://nowhere.invalid/a"),
    "The connection is closed before the answer": async ({ upstream, gate, reset }) => {
        await upstream.on("/a", gate("g"), reset());
        const call = called(`${upstream}/a`, { method: "PATCH" });
        await upstream.reached("g");
        upstream.isUncertain = true;
        await upstream.open("g");
        return call;
    },
    "A body that is cut": async ({ upstream, raw, gate, close, once }) => {
        const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n{cors}Content-Length: 10\r\n\r\n";
        await upstream.on("/a", raw(`${head}abc`), gate("g"), close());
        const request = new XMLHttpRequest(), log = watched(request), end = ended(request);
        request.open("GET", `${upstream}/a`);
        const first = once(request, "progress");
        request.send();
        await first;
        await upstream.open("g");
        await end;
        return [quiet(log), told(request)];
    },
    "A timeout": async ({ upstream, gate, answer }) => {
        await upstream.on("/a", gate("g"), answer());
        return called(`${upstream}/a`, { timeout: 40 });
    },
    "Credentials": async ({ upstream, answer }) => {
        await upstream.on("/a", answer({ fields: [["Set-Cookie", "x=1"]] }));
        return [await called(`${upstream}/a`), await called(`${upstream}/b`, { withCredentials: true }),
            await called(`${upstream}/a`, { withCredentials: true }),
                await called(`${upstream}/b`, { withCredentials: true }), await called(`${upstream}/b`)];
    },
    "An address with a fragment, dots and odd letters": async ({ upstream }) =>
        called(`${upstream}/a/../b%2F/é?é=" #part`),
});

cases("XMLHttpRequest: reading the answer", {
    "Each responseType": async ({ upstream, answer, byteList }) => {
        await upstream.on("/a", answer({ body: "{\"a\": \"é\"}", fields: [["Content-Type", "application/json"]] }));
        await upstream.on("/d", answer({ body: "<p id=p>é</p>",
            fields: [["Content-Type", "text/html;charset=utf-8"]] }));
        const seen = [];
        for (const [responseType, path] of [["", "a"], ["text", "a"], ["json", "a"], ["arraybuffer", "a"],
            ["blob", "a"], ["document", "d"], ["own", "a"]]) {
            const request = new XMLHttpRequest(), end = ended(request);
            request.open("GET", `${upstream}/${path}`);
            request.responseType = responseType;
            request.send();
            await end;
            let { response } = request;
            if (response instanceof ArrayBuffer) response = ["buffer", ...await byteList(response)];
            if (response instanceof Blob) response = ["blob", response.type, response.size, await response.text()];
            if (response instanceof Document)
                response = ["document", response.URL, response.contentType, response.querySelector("p")?.textContent];
            seen.push([request.responseType, response, textOf(request)]);
        }
        return seen;
    },
    "JSON that is none": async ({ upstream }) => {
        const request = new XMLHttpRequest(), end = ended(request);
        request.open("GET", `${upstream}/a`);
        request.responseType = "json";
        request.send();
        await end;
        return [request.response, request.status];
    },
    "XML": async ({ upstream, answer }) => {
        await upstream.on("/a", answer({ body: "<a><b>é</b></a>", fields: [["Content-Type", "text/xml"]] }));
        await upstream.on("/b", answer({ body: "<a><b>", fields: [["Content-Type", "text/xml"]] }));
        const seen = [];
        for (const path of ["a", "b"]) {
            const request = new XMLHttpRequest(), end = ended(request);
            request.open("GET", `${upstream}/${path}`);
            request.send();
            await end;
            seen.push([request.responseXML?.documentElement?.nodeName, request.responseXML?.URL, request.responseText]);
        }
        return seen;
    },
    "overrideMimeType": async ({ upstream, answer }) => {
        await upstream.on("/a", answer({ base64: "6SD/", fields: [["Content-Type", "text/plain;charset=utf-8"]] }));
        const seen = [];
        for (const type of ["text/plain;charset=latin1", "text/xml", "text/plain; charset=x-user-defined", "own"]) {
            const request = new XMLHttpRequest(), end = ended(request);
            request.open("GET", `${upstream}/a`);
            request.overrideMimeType(type);
            request.send();
            await end;
            seen.push([request.responseText, request.responseXML === null, request.getResponseHeader("content-type")]);
        }
        return seen;
    },
    "A charset of the answer's own, and a BOM": async ({ upstream, answer }) => {
        await upstream.on("/a", answer({ base64: "6Q==",
            fields: [["Content-Type", "text/plain;charset=iso-8859-1"]] }));
        await upstream.on("/b", answer({ base64: "77u/YQ==" }));
        return [await called(`${upstream}/a`), await called(`${upstream}/b`)];
    },
    "A compressed body": async ({ upstream, answer }) => {
        await upstream.on("/a", answer({ base64: "H4sIAAAAAAACA0vOzy0oSi0uTk1RSB5uTACkFvrp3AAAAA==",
            fields: [["Content-Encoding", "gzip"]] }));
        return called(`${upstream}/a`);
    },
    "Fields, all and each": async ({ upstream, answer, outcome }) => {
        await upstream.on("/a", answer({
            fields: [["X-B", "2"], ["X-A", "1"], ["x-a", "3"], ["Link", "</x>"], ["Set-Cookie", "a=b"], ["X-Empty", ""],
                ["Server", "own"],
                ["Content-Security-Policy", "default-src 'self'"], ["Refresh", "9"]],
        }));
        const request = new XMLHttpRequest(), end = ended(request);
        request.open("GET", `${upstream}/a`);
        const before = [request.getAllResponseHeaders(), request.getResponseHeader("X-A")];
        request.send();
        await end;
        return [before, request.getAllResponseHeaders(),
            ["x-a", "X-A", "X-Empty", "Link", "Set-Cookie", "X-None", "a b", "server", "Location"]
            .map((name) => request.getResponseHeader(name)), await outcome(() => request.getResponseHeader())];
    },
    "Reading in each state": async ({ upstream, head, chunk, gate, lastChunk, once }) => {
        const fields = [["Transfer-Encoding", "chunked"], ["Content-Type", "application/json"], ["X-Own", "1"]];
        await upstream.on("/a", head({ fields }), chunk("one"), gate("g"), chunk("two"), lastChunk());
        const request = new XMLHttpRequest(), seen = [told(request)], end = ended(request);
        request.addEventListener("readystatechange", () => {
            if (seen[seen.length - 1].readyState !== request.readyState) seen.push(told(request));
        });
        request.open("GET", `${upstream}/a`);
        const first = once(request, "progress");
        request.send();
        await first;
        seen.push(told(request));
        await upstream.open("g");
        await end;
        return seen;
    },
});
