// What a page expects of itself. The names stand in data-expects of the script element; when all are met, the root element's
// data-result is "pass", and when time is up, "fail: " with what is missing and what went wrong.
(function () {
    "use strict";

    var root = document.documentElement;
    var folder = document.currentScript.src.replace(/verdict\.js$/, "");
    var open = new Set(document.currentScript.dataset.expects.trim().split(/\s+/));
    var notes = [];
    var seconds = window.verdictSeconds || 8;

    function say(result) {
        if (!root.dataset.result) root.dataset.result = result;
    }

    function fail() {
        say("fail: not met: " + Array.from(open).join(" ") + (notes.length ? "; " + notes.join("; ") : ""));
    }

    var api = window.verdict = {
        /** Says that an expectation is met. */
        meet: function (name) {
            open.delete(name);
            if (open.size === 0) say("pass");
        },

        /** Adds something that the author of the page should know. */
        note: function (text) {
            notes.push(String(text));
        },

        /** The address of a file in the page's folder. */
        own: function (path) {
            return folder + path;
        },

        /** Whether an element's background is a file in the page's folder, by whatever way its address leads there. */
        shows: function (selector, path) {
            var image = getComputedStyle(document.querySelector(selector)).backgroundImage;
            return image.indexOf('url("' + folder) >= 0 && image.indexOf("/" + path + '")') >= 0;
        },

        /** Meets an expectation when a function, which may give a promise, gives something true. */
        until: function (name, condition) {
            var last = "";
            function attempt() {
                Promise.resolve().then(condition).then(function (value) {
                    if (value) return api.meet(name);
                    setTimeout(attempt, 25);
                }, function (error) {
                    if (String(error) !== last) api.note(name + ": " + (last = String(error)));
                    setTimeout(attempt, 25);
                });
            }
            attempt();
        },

        /** Meets an expectation when every image that a selector finds has a picture. */
        images: function (name, selector) {
            api.until(name, function () {
                var all = Array.from(document.querySelectorAll(selector));
                return all.length > 0 && all.every(function (image) { return image.complete && image.naturalWidth > 0; });
            });
        },

        /** Meets an expectation when an element's style has a value. */
        style: function (name, selector, property, value) {
            api.until(name, function () {
                var element = document.querySelector(selector);
                return element && getComputedStyle(element).getPropertyValue(property) === value;
            });
        },

    };

    addEventListener("error", function (event) {
        var target = event.target;
        if (target && target !== window && target.getAttribute) {
            if (target.hasAttribute("data-optional")) return;
            api.note("not loaded: " + (target.getAttribute("src") || target.getAttribute("href") || target.localName));
            return;
        }
        say("fail: " + event.message);
    }, true);
    addEventListener("unhandledrejection", function (event) { say("fail: " + event.reason); });
    addEventListener("securitypolicyviolation", function (event) {
        api.note(event.effectiveDirective + " blocks " + (event.blockedURI || "what is inline"));
    });
    setTimeout(fail, seconds * 1000);
})();
