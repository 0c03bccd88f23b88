import { three } from "/js/lib/three.js";

onconnect = (event) => {
    event.ports[0].onmessage = () => event.ports[0].postMessage(three === "three" ? "shared" : "wrong");
};
