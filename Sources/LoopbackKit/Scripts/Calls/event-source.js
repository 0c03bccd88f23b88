// `EventSource` of other sites, over a WebSocket.
const replaceEventSource = () => {};
