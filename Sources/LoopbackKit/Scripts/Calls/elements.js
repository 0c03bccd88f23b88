// Media, images and styles of other sites, where the host wants them to come through the proxy.
const replaceElements = () => {};
