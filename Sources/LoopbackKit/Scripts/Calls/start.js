// Everything is put in its place, once.
const mark = Symbol.for("loopbackkit.calls");
if (isActive && !globalThis[mark]) {
    defineProperty(globalThis, mark, { value: true });
    hideReplacements();
    showAnswers();
    replaceFetch();
    replaceXMLHttpRequest();
    replaceSendBeacon();
    replaceWebSocket();
    replaceEventSource();
    replaceWorkers();
    replaceElements();
    endEarlierLaunches();
}
