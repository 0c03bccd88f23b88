// The checks by the name of their row, in the page's order.
import { secure, crypto } from "./security.js";
import { module, dynamicImport, importMap, wasm, serviceWorker } from "./code.js";
import { localStorage, indexedDB, cookie } from "./storage.js";
import { accent, svg, bitmap, nestedStyle, font } from "./files.js";
import { video, audio } from "./media.js";
import { token, neighbour } from "./isolation.js";

export const checks = {
    secure, crypto,
    module, dynamicImport, importMap, wasm, serviceWorker,
    localStorage, indexedDB, cookie,
    accent, svg, bitmap, nestedStyle, font,
    video, audio,
    token, neighbour,
};
