const worker = new Worker(new URL("/js/module.js", import.meta.url), { type: "module" });
answers(worker, "module");
const shared = new SharedWorker(new URL("./shared.js", import.meta.url), { type: "module", name: "shared" });
shared.port.onmessage = (event) => event.data === "shared" && verdict.meet("shared");
shared.port.postMessage("hello");
