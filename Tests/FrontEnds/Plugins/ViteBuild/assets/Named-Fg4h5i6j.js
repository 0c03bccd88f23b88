export const name="named";
