// What earlier launches have left in the origin.
const endEarlierLaunches = () => {};
