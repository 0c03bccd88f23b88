import dep from "dep";

if (dep === "legacy") verdict.meet("scope");
