/* A very small library in the manner of its time. */
(function (window) {
    function Tiny(selector) {
        this.elements = typeof selector === "string" ? [].slice.call(document.querySelectorAll(selector)) : [selector];
    }
    Tiny.prototype.each = function (call) {
        for (var i = 0; i < this.elements.length; i++) call.call(this.elements[i], i);
        return this;
    };
    Tiny.prototype.attr = function (name, value) { return this.each(function () { this.setAttribute(name, value); }); };
    Tiny.prototype.html = function (text) { return this.each(function () { this.innerHTML = text; }); };
    Tiny.prototype.css = function (name, value) { return this.each(function () { this.style[name] = value; }); };
    Tiny.prototype.append = function (text) {
        return this.each(function () { this.insertAdjacentHTML("beforeend", text); });
    };
    Tiny.prototype.load = function (url, done) {
        var self = this;
        $.get(url, function (text) { self.html(text); done && done(); });
        return this;
    };
    var $ = window.$ = function (selector) { return new Tiny(selector); };
    $.get = function (url, done) {
        var request = new XMLHttpRequest();
        request.onreadystatechange = function () {
            if (request.readyState === 4 && request.status === 200) done(request.responseText);
        };
        request.open("GET", url, true);
        request.setRequestHeader("X-Requested-With", "XMLHttpRequest");
        request.send(null);
    };
    $.getJSON = function (url, done) { $.get(url, function (text) { done(JSON.parse(text)); }); };
    verdict.meet("library");
})(window);
