export const double = (number) => 2 * number;
