// A classic script, so that a page whose module never ran says so. Modules run before the load event.
addEventListener("load", () => {
    if (window.checkResults) return;
    window.checkResults = {
        state: "failed", passed: 0, failed: 1, skipped: 0,
        rows: [{ id: "module", state: "failed", detail: "script/page.js did not run" }],
    };
    document.documentElement.dataset.checks = "failed";
    document.title = "failed: the module did not run";
    const row = document.querySelector('[data-check="module"]');
    row.dataset.state = "failed";
    row.querySelector("span").textContent = "script/page.js did not run: was it refused, or sent with the wrong type?";
    document.querySelector("#summary").textContent = "The module did not run";
});
