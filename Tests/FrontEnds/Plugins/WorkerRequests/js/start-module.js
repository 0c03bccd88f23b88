answers(new Worker(new URL("/js/module.js", import.meta.url), { type: "module" }));
