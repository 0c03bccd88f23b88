export const four = "four";
