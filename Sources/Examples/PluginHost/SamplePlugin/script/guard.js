// A classic script, so that a page whose modules never ran says so, and "running" always ends.

function giveUp(detail) {
    const root = document.documentElement;
    if (root.dataset.checks !== "running") return;
    root.dataset.checks = "failed";
    document.title = "failed: the checks did not run";
    window.checkResults = {
        state: "failed", passed: 0, failed: 1, skipped: 0,
        rows: [{ id: "module", state: "failed", detail, milliseconds: Math.round(performance.now()) }],
    };
    for (const unknown of document.querySelectorAll(".detail, #kind, #time")) unknown.textContent = "Not checked";
    const row = document.querySelector('[data-check="module"]');
    row.dataset.state = "failed";
    row.querySelector(".icon").setAttribute("aria-label", "failed:");
    row.querySelector(".detail").textContent = detail;
    row.querySelector("details").open = true;
    document.getElementById("origin").textContent = location.origin === "null" ? location.protocol : location.origin;
    document.getElementById("verdict").textContent = "The checks did not run";
    document.getElementById("counts").textContent = detail;
}

// Modules run before the load event; a busy device was seen without them then, so it gets three seconds more.
addEventListener("load", () => setTimeout(judge, location.protocol === "file:" ? 0 : 3000));

function judge() {
    if (document.documentElement.dataset.modules === "run") {
        setTimeout(giveUp, 30_000, "script/page.js began and did not end");
    } else if (location.protocol === "file:") {
        giveUp("Opened from a file, where modules are refused: serve the folder instead");
    } else {
        giveUp("script/page.js did not run: was it refused, or sent with the wrong type?");
    }
}
