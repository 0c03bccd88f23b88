var app = {
    initialize: function () {
        document.addEventListener("deviceready", this.onDeviceReady.bind(this), false);
        // Without cordova.js the event never comes.
        if (!window.cordova) setTimeout(function () { document.dispatchEvent(new Event("deviceready")); }, 50);
    },
    onDeviceReady: function () {
        verdict.meet("ready");
        var request = new XMLHttpRequest();
        request.open("GET", "app://plugin/data/config.json");
        request.onload = function () {
            if (JSON.parse(request.responseText).icon === "cdvfile://localhost/bundle/img/run.svg") verdict.meet("request");
        };
        request.send();
        fetch("cdvfile://localhost/bundle/data/config.json").then(function (answer) { return answer.json(); }).then(function (config) {
            var image = document.createElement("img");
            image.src = config.icon;
            image.onload = function () { verdict.meet("made"); };
            document.body.appendChild(image);
        });
        document.getElementById("list").innerHTML = "<ul><li><img src='app://plugin/img/run.svg'></li></ul>";
        verdict.images("template", "#list img");
    }
};
verdict.meet("script");
verdict.images("images", ".app > img");
verdict.until("styles", function () {
    return getComputedStyle(document.querySelector(".device")).color === "rgb(30, 20, 10)"
        && getComputedStyle(document.querySelector(".app")).color === "rgb(10, 20, 30)";
});
if (document.getElementById("link").href === verdict.own("pages/about.html?from=index#top")) verdict.meet("link");
app.initialize();
