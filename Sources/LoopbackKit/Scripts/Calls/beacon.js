// `navigator.sendBeacon` to other sites.
const replaceSendBeacon = () => {};
