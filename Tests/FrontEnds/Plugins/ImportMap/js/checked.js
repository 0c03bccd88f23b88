import { greet } from "/js/lib/greet.js";

if (greet) verdict.meet("integrity");
