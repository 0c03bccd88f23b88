export default"late";
