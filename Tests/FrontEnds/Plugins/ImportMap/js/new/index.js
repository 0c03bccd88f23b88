export const old = "new";
