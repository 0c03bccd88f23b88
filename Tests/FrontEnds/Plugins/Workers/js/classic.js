importScripts("/js/lib/one.js", "lib/two.js");
fetch("/data/words.json").then(function (answer) { return answer.json(); }).then(function (words) {
    return fetch("../data/words.json").then(function (answer) {
        postMessage(one + two + words.three === "onetwothree" && answer.ok ? "classic" : "wrong");
    });
}).catch(function (error) { postMessage(String(error)); });
