// Workers that the page makes: they call other sites as the page does.
const replaceWorkers = () => {};
