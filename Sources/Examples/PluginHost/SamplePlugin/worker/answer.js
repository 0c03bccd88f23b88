// Answers for one file that is not there; everything else goes to the server.
addEventListener("install", () => skipWaiting());
addEventListener("fetch", (event) => {
    if (event.request.url.endsWith("/made-up.txt")) {
        event.respondWith(new Response("from the worker", { headers: { "Content-Type": "text/plain" } }));
    }
});
