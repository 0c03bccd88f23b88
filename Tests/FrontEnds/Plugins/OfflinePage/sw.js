importScripts("/js/list.js");

var NAME = "offline-v1";

self.addEventListener("install", function (event) {
    event.waitUntil(caches.open(NAME).then(function (cache) { return cache.addAll(self.list); }).then(function () { return self.skipWaiting(); }));
});

self.addEventListener("activate", function (event) {
    event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", function (event) {
    var url = new URL(event.request.url);
    if (url.pathname.endsWith("/made-by-the-worker")) {
        event.respondWith(new Response("made"));
        return;
    }
    event.respondWith(caches.match(event.request, { ignoreSearch: true }).then(function (answer) { return answer || fetch(event.request); }));
});
