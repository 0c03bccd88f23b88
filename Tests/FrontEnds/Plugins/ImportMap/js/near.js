export const near = "near";
