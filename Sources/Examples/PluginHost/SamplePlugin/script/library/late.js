export const loadedLate = true;
