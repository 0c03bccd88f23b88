function expect(name, answer) {
    postMessage(answer ? { met: name } : { note: name + " was not answered" });
}

fetch("/data/one.json").then(function (answer) { expect("fetched", answer.ok); });
var request = new XMLHttpRequest();
request.open("GET", "/data/two.json");
request.onload = function () { expect("requested", request.status === 200); };
request.send();
