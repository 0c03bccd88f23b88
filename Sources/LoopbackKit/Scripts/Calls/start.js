// Everything is put in its place, once.
if (isActive && !isReplaced()) {
    hideReplacements();
    showAnswers();
    replaceFetch();
    replaceCaches();
    replaceXMLHttpRequest();
    replaceSendBeacon();
    replaceWebSocket();
    replaceEventSource();
    replaceWorkers();
    replaceElements();
    endEarlierLaunches();
}
