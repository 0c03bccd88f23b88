export { late } from "/js/lib/parts/word.js";
