// `XMLHttpRequest` to other sites.
const replaceXMLHttpRequest = () => {};
