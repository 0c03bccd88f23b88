verdict.style("style", "body", "color", "rgb(20, 30, 40)");
verdict.images("image", "img");
if ("serviceWorker" in navigator) {
    if (!navigator.serviceWorker.controller) {
        navigator.serviceWorker.register("/sw.js", { scope: "/" }).catch(function (error) { verdict.note(error); });
    }
    navigator.serviceWorker.ready.then(function (registration) {
        if (registration.scope === verdict.own("")) verdict.meet("registered");
    });
    verdict.until("controlled", function () { return navigator.serviceWorker.controller !== null; });
    verdict.until("made", function () {
        if (!navigator.serviceWorker.controller) return false;
        return fetch("made-by-the-worker").then(function (answer) { return answer.text(); }).then(function (text) { return text === "made"; });
    });
    verdict.until("cached", function () {
        return caches.match("img/late.svg").then(function (answer) { return answer && answer.ok; });
    });
}
