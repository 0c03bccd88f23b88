// `navigator.sendBeacon` to other sites.
//
// It stays the platform's, which sends it when the page is gone, too; the word `keepalive` has the server do so as well.
const replaceSendBeacon = () => replace(globalThis.Navigator?.prototype, "sendBeacon", "value", {
    apply: (native, self, args) => {
        if (args.length === 0) return apply(native, self, args);
        const address = `${args[0]}`, url = foreign(address);
        return apply(native, self, [url === undefined ? address : proxied(url, "include.keepalive"), args[1]]);
    },
});
