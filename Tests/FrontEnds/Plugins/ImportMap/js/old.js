export const old = "old";
