// `WebSocket` to other sites.
const replaceWebSocket = () => {};
