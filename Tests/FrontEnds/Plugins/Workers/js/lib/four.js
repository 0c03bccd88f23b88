export { four } from "/js/lib/five.js";
