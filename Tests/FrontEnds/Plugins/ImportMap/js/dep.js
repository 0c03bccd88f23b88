export default "top";
