function answers(worker, name) {
    worker.onmessage = function (event) {
        if (event.data === name) verdict.meet(name);
        else verdict.note(name + ": " + event.data);
    };
    worker.onerror = function (event) { verdict.note(name + ": " + (event.message || "no script")); };
}

answers(new Worker("/js/classic.js"), "classic");
answers(new Worker("js/relative.js"), "relative");
var directory = "/js/";
answers(new Worker(directory + "named.js", { name: "named" }), "named");
