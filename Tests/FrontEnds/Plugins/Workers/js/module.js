import { three } from "/js/lib/three.js";

const { four } = await import("./lib/four.js");
const words = await (await fetch(new URL("/data/words.json", import.meta.url))).json();
postMessage(three + four + words.three === "threefourthree" ? "module" : "wrong");
