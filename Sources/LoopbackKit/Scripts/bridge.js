// The bridge between a page and the app that shows it: `window.loopback`.
//
// This is its first form, which knows no app yet: a page can ask whether there is a bridge, and gets a typed error where
// it calls one. Name, loading and members stay: a page that is written for them will work with the whole library.
//
//     if (loopback.isAvailable) await loopback.call("name", value);
//
// A document loads it once, before its own scripts; a second load changes nothing. It does nothing when it is loaded
// from another origin than the document's.
(function () {
    "use strict";
    const source = document.currentScript?.src ?? "";
    if (!source.startsWith(`${location.origin}/`) || Object.hasOwn(window, "loopback")) return;

    // Why a call failed: `code` is for programs, `message` for people.
    class LoopbackBridgeError extends Error {
        constructor(code, message) {
            super(message);
            Object.defineProperty(this, "name", { value: "LoopbackBridgeError" });
            Object.defineProperty(this, "code", { value: code, enumerable: true });
        }
    }

    const events = new EventTarget();
    const loopback = {
        version: "0",
        isAvailable: false,
        // Calls the app; the promise gives its answer, or is rejected with a LoopbackBridgeError.
        call(name, value) {
            return Promise.reject(new LoopbackBridgeError("unavailable", `no app answers: ${String(name)}`));
        },
        addEventListener(type, listener, options) { events.addEventListener(type, listener, options); },
        removeEventListener(type, listener, options) { events.removeEventListener(type, listener, options); },
    };
    // Neither enumerable nor writable; a page that declares a global of this name still runs, and has its own.
    Object.defineProperty(window, "loopback", { value: Object.freeze(loopback), configurable: true });
})();
