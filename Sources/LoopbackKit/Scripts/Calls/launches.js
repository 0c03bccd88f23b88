// What earlier launches have left in the origin: service workers of this scope whose addresses nobody asks for any more.
//
// Other scopes' stay, since each may have a secret of its own in this very launch, which this page can't know: they are
// ended by their own pages. What the page has stored stays as well.
const { ServiceWorkerContainer, ServiceWorkerRegistration } = globalThis;
const registrations = {
    all: method(ServiceWorkerContainer, "getRegistrations"), scope: getter(ServiceWorkerRegistration, "scope"),
    end: method(ServiceWorkerRegistration, "unregister"),
};
const secretLength = 32;
const isOfEarlierLaunch = (scope) => {
    const start = ownOrigin.length + 1, end = start + secretLength;
    return platform.test(scopeAddress, scope) && platform.startsWith(scope, `${ownOrigin}/`)
        && platform.startsWith(platform.slice(scope, end), platform.slice(root, end))
        && platform.slice(scope, start, end) !== platform.slice(root, start, end);
};
const endEarlierLaunches = async () => {
    if (!isPage || !platform.startsWith(location.href, root)) return;
    try {
        const all = await registrations.all(navigator.serviceWorker);
        for (let index = 0; index < all.length; index += 1)
            if (isOfEarlierLaunch(registrations.scope(all[index]))) registrations.end(all[index]);
    } catch { /* The engine has none, or allows none here. */ }
};
