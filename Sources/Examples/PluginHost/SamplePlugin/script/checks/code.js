import { Skipped, alone, expect, next, withFrame } from "../check.js";

export async function module() {
    expect(new URL(import.meta.url).pathname.endsWith("/script/checks/code.js"), "import.meta.url is not this file's address");
    return "Modules find each other by relative addresses";
}

export async function dynamicImport() {
    const { loadedLate } = await import("../library/late.js");
    expect(loadedLate === true, "Its export is missing");
    return "import() brought library/late.js";
}

export async function importMap() {
    // Where "library" is stands in the import map of index.html.
    const { double } = await import("library");
    expect(double(21) === 42, "Another module came");
    return "“library” leads to library/index.js";
}

export async function wasm() {
    const { instance } = await WebAssembly.instantiateStreaming(fetch("wasm/multiply.wasm"));
    const product = instance.exports.multiply(6, 7);
    expect(product === 42, `6 × 7 came out as ${product}`);
    return "Compiled while it arrived: 6 × 7 = 42";
}

export async function serviceWorker() {
    const { serviceWorker } = navigator;
    if (!serviceWorker && self.isSecureContext) throw new Skipped("This web view has no service workers");
    expect(serviceWorker, "There are none without a secure context");
    return alone("service worker", async () => {
        // It can answer below its own folder alone, so this page stays as it is.
        const registration = await serviceWorker.register("worker/answer.js");
        try {
            await active(registration);
            const text = await withFrame("worker/made-up.txt", async (frame) => {
                await next(frame, "load");
                return frame.contentDocument?.body.textContent.trim();
            });
            expect(text === "from the worker", `worker/made-up.txt was answered by “${text}”, not by it`);
        } finally {
            await registration.unregister();
        }
        return "Answered worker/made-up.txt, then unregistered";
    });
}

async function active({ installing, waiting, active }) {
    const worker = installing ?? waiting ?? active;
    while (worker.state !== "activated") {
        expect(worker.state !== "redundant", "It could not be installed");
        await next(worker, "statechange");
    }
}
