// `EventSource` of other sites (HTML standard, section 9.2), over a WebSocket.
//
// Six event streams by HTTP would take all connections that an engine allows itself to one host. The server sends what
// answered as text, then the body's bytes.
const { EventSource } = globalThis;
const stream = {
    EventTarget, Event, TextDecoder, MessageChannel, setTimeout,
    dispatch: method(EventTarget, "dispatchEvent"), data: getter(MessageEvent, "data"),
    send: method(WebSocket, "send"), close: method(WebSocket, "close"),
    setBinaryType: unbound(property(WebSocket, "binaryType").set),
    decode: method(TextDecoder, "decode"), post: method(MessagePort, "postMessage"), start: method(MessagePort, "start"),
    port1: getter(MessageChannel, "port1"), port2: getter(MessageChannel, "port2"),
    stringify: JSON.stringify,
};

// Reads an event stream (section 9.2.6): bytes in any pieces become events.
class EventStreamReader {
    #decoder = new stream.TextDecoder();
    #takeEvent;
    #takeTime;
    #rest = "";
    #isBehindReturn = false;
    #type = "";
    #data = "";
    // The identifier that the next event has.
    #id;
    // The one that is sent to go on behind it.
    lastID;

    constructor(lastID, takeEvent, takeTime) {
        this.lastID = this.#id = lastID;
        this.#takeEvent = takeEvent;
        this.#takeTime = takeTime;
    }

    take(bytes) {
        const text = stream.decode(this.#decoder, bytes, { stream: true });
        if (text === "") return;
        // A line's end of two characters may be cut between them.
        let start = this.#isBehindReturn && text[0] === "\n" ? 1 : 0;
        this.#isBehindReturn = text[text.length - 1] === "\r";
        for (let index = start; index < text.length; index += 1) {
            const character = text[index];
            if (character !== "\n" && character !== "\r") continue;
            const line = this.#rest + platform.slice(text, start, index);
            this.#rest = "";
            if (character === "\r" && text[index + 1] === "\n") index += 1;
            start = index + 1;
            this.#takeLine(line);
        }
        this.#rest += platform.slice(text, start);
    }

    #takeLine(line) {
        if (line === "") return this.#finish();
        const colon = platform.indexOf(line, ":");
        if (colon === 0) return undefined;
        if (colon < 0) return this.#takeField(line, "");
        const start = line[colon + 1] === " " ? colon + 2 : colon + 1;
        return this.#takeField(platform.slice(line, 0, colon), platform.slice(line, start));
    }

    #takeField(name, value) {
        if (name === "data") this.#data += `${value}\n`;
        else if (name === "event") this.#type = value;
        else if (name === "id" && platform.indexOf(value, "\0") < 0) this.#id = value;
        else if (name === "retry" && platform.test(/^[0-9]*$/, value)) this.#takeTime(value);
    }

    #finish() {
        const data = this.#data, type = this.#type;
        this.lastID = this.#id;
        this.#data = this.#type = "";
        if (data !== "") this.#takeEvent(type === "" ? "message" : type, platform.slice(data, 0, -1), this.#id);
    }
}

// Each event is told in a task of its own, as microtasks run between two. A port's tasks come in order, and no timer of
// a page in the background slows them down.
const tasks = [];
let nextTask = 0, taskPort;
const runTask = () => {
    const task = tasks[nextTask];
    tasks[nextTask] = undefined;
    nextTask += 1;
    if (nextTask === tasks.length) nextTask = tasks.length = 0;
    task();
};
const queueTask = (task) => {
    if (taskPort === undefined) {
        const channel = new stream.MessageChannel(), port = stream.port1(channel);
        addListener(port, "message", runTask);
        stream.start(port);
        taskPort = stream.port2(channel);
    }
    platform.push(tasks, task);
    stream.post(taskPort, null);
};

const connecting = 0, open = 1, closed = 2;
// How many milliseconds both engines wait before they connect again, as often as it may fail; and no timer takes more than
// the second.
const usualDelay = 3000, longestDelay = 0x7FFFFFFF;

// What is behind a page's EventSource.
class EventStream {
    url;
    withCredentials;
    readyState = connecting;
    handlers = { __proto__: null };
    #object;
    #address;
    #socket;
    #reader;
    #origin;
    #lastID = "";
    #delay = usualDelay;

    constructor(object, url, withCredentials) {
        this.url = platform.href(url);
        this.withCredentials = withCredentials;
        this.#object = object;
        this.#address = asSocket(proxied(url, `${withCredentials ? "include" : "same-origin"}.events`));
        this.#connect();
    }

    close() {
        this.readyState = closed;
        this.#leave();
    }

    #connect() {
        const connection = construct(WebSocket, [this.#address]);
        const whileUsed = (listener) => (event) => { if (this.#socket === connection) listener(event); };
        this.#socket = connection;
        this.#reader = undefined;
        stream.setBinaryType(connection, "arraybuffer");
        const start = () => stream.send(connection, stream.stringify({ lastEventID: this.#lastID }));
        addListener(connection, "open", whileUsed(start));
        addListener(connection, "message", whileUsed((event) => this.#take(stream.data(event))));
        addListener(connection, "close", whileUsed(() => this.#reconnect()));
    }

    #leave() {
        const connection = this.#socket;
        this.#socket = undefined;
        if (connection !== undefined) stream.close(connection);
    }

    #take(data) {
        if (typeof data === "string") this.#takeAnswer(platform.parseJSON(data));
        else this.#reader?.take(data);
    }

    #takeAnswer(head) {
        if (head.error !== undefined) {
            tell("EventSource", { ...head.error, url: this.url });
            // What may not be called won't be allowed by asking again.
            if (head.error.stage === "refused") this.#fail();
            return;
        }
        const type = platform.lowercase(platform.trim(platform.split(`${head.type}`, ";")[0]));
        if (head.status !== 200) return this.#refuse(`status${head.status}`, `The site answered ${head.status}.`);
        if (type !== "text/event-stream") return this.#refuse("contentType", `The answer is no event stream: ${head.type}.`);
        this.#origin = platform.origin(platform.parseURL(head.url));
        this.#reader = new EventStreamReader(
            this.#lastID,
            (name, data, lastEventId) => this.#tellEvent(name, data, lastEventId),
            (time) => { this.#delay = time === "" ? usualDelay : +time < longestDelay ? +time : longestDelay; },
        );
        this.#tell(open, "open");
    }

    #refuse(reason, message) {
        tell("EventSource", { stage: "answer", reason, message, url: this.url });
        this.#fail();
    }

    #fail() {
        this.#leave();
        this.#tell(closed, "error");
    }

    #reconnect() {
        this.#lastID = this.#reader?.lastID ?? this.#lastID;
        this.#leave();
        this.#tell(connecting, "error", () => {
            apply(stream.setTimeout, globalThis, [() => { if (this.readyState === connecting) this.#connect(); }, this.#delay]);
        });
    }

    #tell(state, name, then) {
        queueTask(() => {
            if (this.readyState === closed) return;
            this.readyState = state;
            stream.dispatch(this.#object, new stream.Event(name));
            then?.();
        });
    }

    #tellEvent(name, data, lastEventId) {
        const origin = this.#origin;
        queueTask(() => {
            if (this.readyState === closed) return;
            stream.dispatch(this.#object, new MessageEvent(name, { data, origin, lastEventId }));
        });
    }
}

// From a page's EventSource of another site to what is behind it.
const streams = new Facts();

// A handler that is set is one listener, at the place where the first was; none is no listener (section 8.1.8.1).
const setHandler = (object, handlers, name, value) => {
    const handler = typeof value === "function" || (typeof value === "object" && value !== null) ? value : null;
    const known = handlers[name];
    if (known === undefined && handler === null) return;
    if (handler === null) {
        removeListener(object, name, known.listen);
        handlers[name] = undefined;
    } else if (known === undefined) {
        const entry = handlers[name] = { handler };
        entry.listen = (event) => {
            if (typeof entry.handler === "function") return apply(entry.handler, object, [event]);
        };
        addListener(object, name, entry.listen);
    } else known.handler = handler;
};

const replaceEventSource = () => {
    replace(globalThis, "EventSource", "value", {
        construct: (native, args, target) => {
            if (args.length === 0) return construct(native, args, targetOf(target));
            const given = `${args[0]}`, init = args[1], url = isInit(init) ? foreign(given) : undefined;
            if (url === undefined) return construct(native, [given, init], targetOf(target));
            const withCredentials = !!init?.withCredentials;
            const object = construct(stream.EventTarget, [], targetOf(target));
            streams.set(object, new EventStream(object, url, withCredentials));
            return object;
        },
    });
    const names = ["url", "withCredentials", "readyState"];
    for (let index = 0; index < names.length; index += 1) {
        const name = names[index];
        replaceGetter(EventSource, name, (self, original) => streams.has(self) ? streams.get(self)[name] : original());
    }
    const events = ["open", "message", "error"];
    for (let index = 0; index < events.length; index += 1) {
        const name = events[index], attribute = `on${name}`;
        replaceGetter(EventSource, attribute, (self, original) => {
            return streams.has(self) ? streams.get(self).handlers[name]?.handler ?? null : original();
        });
        replace(EventSource?.prototype, attribute, "set", {
            apply: (native, self, args) => {
                if (!streams.has(self)) return apply(native, self, args);
                setHandler(self, streams.get(self).handlers, name, args[0]);
            },
        });
    }
    replace(EventSource?.prototype, "close", "value", {
        apply: (native, self, args) => streams.has(self) ? streams.get(self).close() : apply(native, self, args),
    });
};
