var FILES = ["/", "/index.html", "/data/kept.json"];

self.addEventListener("install", function (event) {
    event.waitUntil(caches.open("kept").then(function (cache) { return cache.addAll(FILES); }).then(function () { return self.skipWaiting(); }));
});
