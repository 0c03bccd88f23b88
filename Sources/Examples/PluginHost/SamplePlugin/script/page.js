// Runs each check, writes its row, and leaves the results where a test can read them:
//   window.checkResults                    { state, passed, failed, skipped, rows: [{ id, state, detail, milliseconds }] }
//   document.documentElement.dataset.checks    "running", then "passed" or "failed"
//   document.title                             "passed: 6 of 6", or "failed: 1 of 6"
import { checks, Skipped } from "./checks.js";

const results = { state: "running", passed: 0, failed: 0, skipped: 0, rows: [] };
window.checkResults = results;
document.querySelector("#origin").textContent = location.origin;

async function run(id, check) {
    const start = performance.now();
    const row = { id, state: "passed", detail: "" };
    try {
        row.detail = await check();
    } catch (error) {
        row.state = error instanceof Skipped ? "skipped" : "failed";
        row.detail = error.message || String(error);
    }
    row.milliseconds = Math.round(performance.now() - start);
    results[row.state] += 1;
    results.rows.push(row);

    const item = document.querySelector(`[data-check="${id}"]`);
    item.dataset.state = row.state;
    item.querySelector("span").textContent = row.detail;
}

await Promise.all(Object.entries(checks).map(([id, check]) => run(id, check)));

const total = results.rows.length;
results.state = results.failed ? "failed" : "passed";
document.documentElement.dataset.checks = results.state;
document.title = results.failed ? `failed: ${results.failed} of ${total}` : `passed: ${results.passed} of ${total}`;
document.querySelector("#summary").textContent =
    results.failed ? `${results.failed} of ${total} failed` : `${results.passed} of ${total} work`;
