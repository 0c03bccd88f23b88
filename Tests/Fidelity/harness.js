// Runs the cases of the files beside it, and tells what came of each as JSON.
//
// The same files are loaded by a page without the call script, whose upstream allows everything by CORS, and by one with
// it, whose upstream is the same server by a name that allows nothing. What a page is told by the test stands in `setting`:
// `side` ("n" or "c"), and the authorities `upstream`, `other` (the same server by another name), `closed` (where nobody
// listens) and `control`.
//
// A case is a function that gets the tools below and gives what a page can see. What its upstream saw is added to that.
const Fidelity = { groups: [] };

// Adds cases: their names are sentences, and differ from those of all other groups.
const cases = (title, named) => Fidelity.groups.push({ title, named });

// Steps of an upstream's answer; they are done in order.
const steps = {
    // A whole answer with its length: { status, reason, fields: [[name, value]], body, base64 }.
    answer: (answer = {}) => ["answer", answer],
    redirect: (status, location, fields = []) =>
        ["answer", { status, fields: [["Location", location], ...fields], body: "moved" }],
    // The parts of one; a body without a length or chunks ends with the connection.
    head: (head = {}) => ["head", head],
    bytes: (text) => ["bytes", text],
    base64: (text) => ["base64", text],
    chunk: (text) => ["chunk", text],
    lastChunk: () => ["bytes", "0\r\n\r\n"],
    // Bytes without a judgement; `{cors}` stands for the field lines of CORS.
    raw: (text) => ["raw", text],
    interim: (status, fields = []) => ["interim", { status, fields }],
    // Waits until the case opens it.
    gate: (name) => ["gate", name],
    stall: () => ["stall"],
    // Chunks without an end.
    endless: () => ["endless"],
    close: () => ["close"],
    reset: () => ["reset"],
    // Waits for the other side's word, and closes.
    closed: () => ["closed"],
    // Answers without reading the request's body.
    leaveBody: () => ["leaveBody"],
    // A WebSocket: the handshake, one frame, and frames sent back until it is closed.
    handshake: (subprotocol) => ["handshake", subprotocol ?? null],
    frame: (opcode, text = "") => ["frame", opcode, text],
    echoFrames: () => ["echoFrames"],
};

class Upstream {
    constructor(setting, key, ask) {
        Object.assign(this, { setting, key, ask });
    }

    // The case's own folder at the upstream: `${upstream}/path`.
    toString() { return `http://${this.setting.upstream}/${this.key}`; }
    get other() { return `http://${this.setting.other}/${this.key}`; }
    get socket() { return `ws://${this.setting.upstream}/${this.key}`; }
    // By the name that a page can call without the proxy, on both sides.
    get direct() { return `http://${this.setting.control}/${this.key}`; }
    get closed() { return `http://${this.setting.closed}`; }

    // Nothing goes on behind a case's end.
    isOver = false;
    // Set where what arrives is a matter of chance on both sides: it is not compared then.
    isUncertain = false;
    // Set where requests that are made at once may arrive in any order.
    isUnordered = false;

    // Says what answers a path; all others are answered "ok".
    on(path, ...answer) { return this.inTurn(path, answer); }
    // The first request gets the first answer and so on, and all further ones the last.
    inTurn(path, ...answers) { return this.ask("plan", { path: `/${this.key}${path}`, answers }); }
    open(gate) { return this.ask("open", { gate: `${this.key}.${gate}` }); }
    // Waits until what the upstream saw is as wanted: { requests: [...], gates: { name: arrivals } }.
    async until(isMet) {
        while (!this.isOver) {
            const state = await this.ask("state", {});
            if (isMet(state)) return state;
        }
        throw new Error("The case has ended.");
    }
    reached(gate, times = 1) { return this.until((state) => (state.gates[gate] ?? 0) >= times); }
    requested(count = 1) { return this.until((state) =>
        state.requests.filter((one) => one.isComplete).length >= count); }
    left(count = 1) { return this.until((state) => state.requests.filter((one) => one.hasLeft).length >= count); }
}

// What cases see of objects, beside `upstream` and the steps.
const tools = {
    // What an error says of itself.
    error: (error) => ({
        error: Object.prototype.toString.call(error), name: error?.name, message: error?.message, code: error?.code,
        isTypeError: error instanceof TypeError, isDOMException: error instanceof DOMException,
    }),
    // What a function, or a promise, comes to.
    async outcome(work) {
        try { return { value: await (typeof work === "function"
            ? work() : work) }; } catch (error) { return tools.error(error); }
    },
    headOf: (response) => ({
        url: response.url, type: response.type, redirected: response.redirected, status: response.status,
        statusText: response.statusText, ok: response.ok, fields: [...response.headers],
        isResponse: response instanceof Response,
    }),
    async shown(response) { return { ...tools.headOf(response), body: await response.text(),
        isUsed: response.bodyUsed }; },
    // A fetch and all that its answer shows.
    async fetched(...given) { return tools.outcome(async () => tools.shown(await fetch(...given))); },
    // Where a promise is, without waiting for it.
    async isSettled(promise) {
        const pending = {};
        return (await Promise.race([promise.then(() => true, () => true), pending])) !== pending;
    },
    // The first event of a type.
    once: (target, type) => new Promise((resolve) => target.addEventListener(type, resolve, { once: true })),
    // The same page in a frame: its globals are its own.
    async anotherPage() {
        const frame = document.createElement("iframe"), isLoaded = tools.once(frame, "load");
        frame.src = location.href;
        document.body.append(frame);
        await isLoaded;
        return frame;
    },
    byteList: async (buffer) => [...new Uint8Array(await buffer)],
};

// Requests to the upstream that nothing stands between: by a frame without the call script.
Fidelity.start = async (setting) => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    const isLoaded = tools.once(frame, "load");
    frame.src = "control.html";
    await isLoaded;
    const control = frame.contentWindow;
    Fidelity.asking = (key) => async (what, question) => {
        const body = JSON.stringify({ ...question, key });
        const response = await control.fetch(`http://${setting.control}/control/${what}`, { method: "POST", body });
        if (!response.ok) throw new Error(`The upstream takes no ${what} ${body}`);
        return response.json();
    };
    Fidelity.setting = setting;
    Fidelity.list = Fidelity.groups.flatMap(({ title, named }) =>
        Object.entries(named).map(([name, run]) => ({ title, name, run })));
    return Fidelity.list.map(({ title, name }) => [title, name]);
};

// What differs from run to run, in the words of both sides.
Fidelity.plain = (outcome, key) => {
    const { upstream, other, closed } = Fidelity.setting;
    let text = JSON.stringify(outcome, (name, value) => (value === undefined ? "undefined" : value)) ?? "null";
    for (const [from, to] of [[upstream, "upstream"], [other, "other"], [closed, "closed"], [`/${key}`, ""]])
        text = text.replaceAll(from, to);
    text = text.replaceAll(/-+(WebKitFormBoundary|geckoformboundary)[0-9A-Za-z]+/g, "boundary");
    return JSON.parse(text);
};

// Runs some of the cases, and tells what each came to.
Fidelity.run = async (start, count) => {
    const outcomes = [];
    for (let index = start; index < Math.min(start + count, Fidelity.list.length); index += 1) {
        const key = `${Fidelity.setting.side}${index}`, ask = Fidelity.asking(key);
        const upstream = new Upstream(Fidelity.setting, key, ask);
        let timer;
        const isLate = new Promise((resolve) => { timer = setTimeout(resolve, 15000, { isLate: true }); });
        const page = await Promise.race([tools.outcome(() =>
            Fidelity.list[index].run({ ...steps, ...tools, upstream })), isLate]);
        clearTimeout(timer);
        upstream.isOver = true;
        const seen = await ask("end", {});
        const requests = upstream.isUncertain ? [] : seen.requests.map(({ hasLeft, ...request }) => request);
        if (upstream.isUnordered) requests.sort((one, other) => (one.target < other.target ? -1 : 1));
        outcomes.push(Fidelity.plain({ page, upstream: requests }, key));
    }
    return outcomes;
};
