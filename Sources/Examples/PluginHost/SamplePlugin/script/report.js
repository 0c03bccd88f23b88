// Writes what the checks found into the page.

const element = (id) => document.getElementById(id);
const rowOf = (id) => document.querySelector(`[data-check="${id}"]`);

/** What this origin is, without the secret that its addresses begin with. */
export function showFacts() {
    element("origin").textContent = location.origin === "null" ? location.protocol : location.origin;
    element("kind").textContent = kind();
}

function kind() {
    if (self.origin === "null") return "None: an opaque origin";
    const context = self.isSecureContext ? "a secure context" : "not a secure context";
    if (location.protocol === "https:") return `A fixed name, ${context}`;
    return location.hostname === "127.0.0.1" ? `Loopback, ${context}` : `Another host, ${context}`;
}

export function showRow({ id, state, detail, milliseconds }) {
    const row = rowOf(id);
    row.dataset.state = state;
    row.querySelector(".icon").ariaLabel = `${state}:`;
    row.querySelector(".detail").textContent = detail;
    row.querySelector(".time").textContent = `It took ${milliseconds} ms.`;
    // What is wrong explains itself; the rest waits to be asked.
    if (state === "failed") row.querySelector("details").open = true;

    const group = row.closest("section");
    const passed = group.querySelectorAll('[data-state="passed"]').length;
    group.querySelector(".tally").textContent = `${passed} of ${group.querySelectorAll("[data-check]").length}`;
}

export function showProgress({ passed, failed, skipped, rows }) {
    const ring = element("ring");
    ring.style.setProperty("--passed", passed / rows.length);
    ring.style.setProperty("--ended", (passed + failed + skipped) / rows.length);
    ring.querySelector("text").textContent = passed;
}

/** The one change that is read aloud: the rows change silently. */
export function showVerdict({ state, passed, failed, skipped, rows }, milliseconds) {
    const some = failed === 1 ? "One check failed" : `${failed} checks failed`;
    document.documentElement.dataset.checks = state;
    element("verdict").textContent = failed ? some : "This origin is real";
    element("counts").textContent = `${passed} of ${rows.length} passed` + (skipped ? `, ${skipped} skipped` : "");
    element("time").textContent = `${(milliseconds / 1000).toFixed(1)} s`;
    element("failures").replaceChildren(...rows.filter((row) => row.state === "failed").map(linkTo));
}

function linkTo({ id }) {
    const link = document.createElement("a");
    link.href = `#${rowOf(id).id}`;
    link.textContent = rowOf(id).querySelector(".name").textContent;
    link.onclick = () => rowOf(id).querySelector("summary").focus({ preventScroll: true });
    const item = document.createElement("li");
    item.append(link);
    return item;
}
