importScripts("lib/one.js");
var request = new XMLHttpRequest();
request.open("GET", "../data/words.json");
request.onload = function () { postMessage(request.status === 200 && one === "one" ? "relative" : "status " + request.status); };
request.send();
