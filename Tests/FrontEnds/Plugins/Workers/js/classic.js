importScripts("/js/lib/one.js", "lib/two.js");
fetch("../data/words.json").then(function (answer) { return answer.json(); }).then(function (words) {
    postMessage(one + two + words.three === "onetwothree" ? "classic" : "wrong");
}).catch(function (error) { postMessage(String(error)); });
