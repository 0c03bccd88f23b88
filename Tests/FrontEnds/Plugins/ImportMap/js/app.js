import { greet } from "lib/greet.js";
import { old } from "/js/old.js";
import dep from "dep";
import "/js/legacy/user.js";
import { near } from "near";

verdict.meet("app");
if (greet === "hello") verdict.meet("prefix");
if (old === "new") verdict.meet("replaced");
if (dep === "top") verdict.meet("top");
if (near === "near") verdict.meet("relative");
import("lib/parts/late.js").then((module) => module.late === "late" && verdict.meet("late"));
if (import.meta.resolve("lib/greet.js").endsWith("/js/lib/greet.js")) verdict.meet("resolve");
