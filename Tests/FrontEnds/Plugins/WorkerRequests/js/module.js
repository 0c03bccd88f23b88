const answer = await fetch("/data/three.json");
postMessage(answer.ok ? { met: "module" } : { note: "module was not answered" });
