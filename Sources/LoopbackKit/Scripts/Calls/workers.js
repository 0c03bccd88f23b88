// Workers that the page makes: they call other sites as the page does.
//
// A worker's own script comes from the server with this script in front. One that is made of a Blob comes from nowhere, and
// its address tells no scope: it is made of another Blob, which holds what loads this script and then the page's Blob as it
// is. Workers of `data:` addresses have an opaque origin, whose calls the proxy refuses: they are left alone.
const { Blob, Worker, SharedWorker } = globalThis;
const createObjectURL = unbound(URL.createObjectURL), revokeObjectURL = unbound(URL.revokeObjectURL);
const { isArray } = Array;
const blobFacts = { type: getter(Blob, "type") };
const textOf = unbound(URL.prototype.toString);

// The Blobs behind this page's object URLs, each with the URLs of what workers are made of in its place. These end when the
// page ends its own: an engine that has begun to load a worker goes on.
const objectURLs = { __proto__: null };
// Blobs whose text begins with "use strict": what is put before it must not make it another string.
const strictBlobs = new Facts();
const strictBeginning = /^(?:\s|\/\/[^\n\r]*|\/\*(?:(?!\*\/)[^])*\*\/)*(?:"use strict"|'use strict')/;
const beginsStrict = (parts) => {
    const first = isArray(parts) ? parts[0] : undefined;
    return typeof first === "string" && platform.test(strictBeginning, platform.slice(first, 0, 4096));
};

// No line break: the lines of errors stay. A module's dependencies run before it, in their order.
const workerBeginning = (isModule, isStrict) => {
    const script = `"${root}~calls/calls.js"`;
    if (isModule) return `import "${root}~calls/root.js";import ${script};`;
    const setting = `globalThis[Symbol.for("loopbackkit.root")]="${root}"`;
    return `${isStrict ? "\"use strict\";" : ""}${setting};try{importScripts(${script})}catch{}`;
};
const workerURL = (entry, isModule) => {
    const kind = isModule ? "module" : "classic", { blob } = entry;
    if (entry[kind] === undefined) {
        const beginning = workerBeginning(isModule, strictBlobs.has(blob));
        entry[kind] = createObjectURL(URL, new Blob([beginning, blob], { type: blobFacts.type(blob) }));
    }
    return entry[kind];
};

// The arguments with an address that loads this script, too, where they have one of a Blob.
const withCallScript = (args) => {
    let address = args[0];
    try { address = typeof address === "string" ? address : textOf(address); } catch { return args; }
    const url = withoutFragment(address), entry = objectURLs[url];
    if (entry === undefined) return args;
    const options = args[1], isModule = typeof options === "object" && options !== null && options.type === "module";
    const own = workerURL(entry, isModule) + platform.slice(address, url.length);
    return args.length > 1 ? [own, options] : [own];
};

const replaceWorkers = () => {
    if (!Worker && !SharedWorker) return;
    replace(globalThis, "Blob", "value", {
        construct: (native, args, target) => {
            const blob = construct(native, args, targetOf(target));
            if (beginsStrict(args[0])) strictBlobs.set(blob, true);
            return blob;
        },
    });
    replace(URL, "createObjectURL", "value", {
        apply: (native, self, args) => {
            const url = apply(native, self, args);
            try { blobFacts.type(args[0]); } catch { return url; }
            objectURLs[url] = { blob: args[0] };
            return url;
        },
    });
    replace(URL, "revokeObjectURL", "value", {
        apply: (native, self, args) => {
            const url = `${args[0]}`, entry = args.length > 0 ? objectURLs[url] : undefined;
            if (entry === undefined) return apply(native, self, args);
            delete objectURLs[url];
            if (entry.classic !== undefined) revokeObjectURL(URL, entry.classic);
            if (entry.module !== undefined) revokeObjectURL(URL, entry.module);
            return apply(native, self, [url]);
        },
    });
    for (const name of ["Worker", "SharedWorker"]) {
        replace(globalThis, name, "value", {
            construct: (native, args, target) => construct(native, withCallScript(args), targetOf(target)),
        });
    }
};
