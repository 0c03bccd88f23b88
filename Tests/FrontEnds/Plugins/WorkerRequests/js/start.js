function answers(worker) {
    worker.onmessage = function (event) {
        if (event.data.met) verdict.meet(event.data.met);
        else verdict.note(event.data.note);
    };
}

answers(new Worker("/js/classic.js"));
navigator.serviceWorker.register("/sw.js").catch(function (error) { verdict.note(error); });
verdict.until("cached", function () {
    return caches.match("/data/kept.json").then(function (answer) { return answer && answer.ok; });
});
