export default "legacy";
