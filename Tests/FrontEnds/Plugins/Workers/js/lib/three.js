export const three = "three";
