export const greet = "hello";
