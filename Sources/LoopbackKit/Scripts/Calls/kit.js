// What the other parts build upon: the platform's own functions as they were when the script ran, and how another one is
// put in the place of each.
//
// The parts are one function's body, in the order that PageScripts.swift gives. They run before the page's code, which may
// change every built-in afterwards, so nothing here looks a method up on a prototype once the page runs: what is needed of
// the platform is taken in `platform`, and called by `apply`. No line may hold part of a template literal that spans lines:
// indents and comment lines are taken out before the script is served.
const { apply, construct, defineProperty, getOwnPropertyDescriptor: describe, getPrototypeOf, get: getProperty } = Reflect;
const { Proxy, WeakMap, TypeError, String, JSON, console } = globalThis;
const isPage = typeof document === "object";

// A method as a function of the object and its arguments.
const unbound = (method) => method && ((self, ...args) => apply(method, self, args));
// The getter and the method of a class, at their first place in the chain of prototypes.
const property = (owner, name) => {
    for (let place = owner?.prototype; place; place = getPrototypeOf(place)) {
        const found = describe(place, name);
        if (found) return found;
    }
};
const getter = (owner, name) => unbound(property(owner, name)?.get);
const method = (owner, name) => unbound(property(owner, name)?.value);

// Maps from objects that a page can't look into.
const getValue = method(WeakMap, "get"), setValue = method(WeakMap, "set"), hasKey = method(WeakMap, "has");
class Facts {
    #map = new WeakMap();
    get(key) { return getValue(this.#map, key); }
    has(key) { return hasKey(this.#map, key); }
    set(key, value) { setValue(this.#map, key, value); return value; }
}

const execute = unbound(RegExp.prototype.exec);
const platform = {
    parseURL: (text, base) => new URL(text, base),
    startsWith: unbound(String.prototype.startsWith),
    indexOf: unbound(String.prototype.indexOf),
    slice: unbound(String.prototype.slice),
    lowercase: unbound(String.prototype.toLowerCase),
    trim: unbound(String.prototype.trim),
    split: unbound(String.prototype.split),
    // The platform's own `test` asks for `exec` anew.
    test: (expression, text) => execute(expression, text) !== null,
    match: execute,
    push: unbound(Array.prototype.push),
    sort: unbound(Array.prototype.sort),
    join: unbound(Array.prototype.join),
    parseJSON: JSON.parse,
};
const { URL } = globalThis;
{
    const names = ["href", "origin", "protocol", "host", "hostname", "port", "pathname", "search", "hash"];
    for (let index = 0; index < names.length; index += 1) {
        const get = getter(URL, names[index]);
        platform[names[index]] = (url) => get(url);
    }
}

// Functions in the place of the platform's

// From each function that stands in the place of one to the one.
const originals = new Facts();

// Puts what `change` makes of the platform's own into its place: a method, a class, or the getter or setter of a property.
// Where a page has made that impossible the platform's own stays.
//
// `handler` is a Proxy's: what it doesn't say the platform's own does, its name and length among them.
const replace = (owner, name, part, handler) => {
    try {
        // A worker's global object inherits its functions.
        let place = owner;
        while (place && !describe(place, name)) place = getPrototypeOf(place);
        const found = place && describe(place, name);
        const original = found?.[part];
        if (typeof original !== "function") return;
        const substitute = new Proxy(original, handler);
        originals.set(substitute, original);
        defineProperty(place, name, { ...found, [part]: substitute });
        const maker = part === "value" && original.prototype && describe(original.prototype, "constructor");
        if (maker && maker.value === original)
            defineProperty(original.prototype, "constructor", { ...maker, value: substitute });
    } catch { /* It is frozen. */ }
};
// A class's target of construction: a page that makes one gets the platform's, a page's own subclass its own.
const targetOf = (target) => originals.get(target) ?? target;
// The answer of a getter is another one for some objects.
const replaceGetter = (owner, name, answer) => replace(owner?.prototype, name, "get", {
    apply: (original, self, args) => answer(self, () => apply(original, self, args)),
});
// The first of them tells the script that it has run in this page before, and nobody who doesn't know what to ask for.
const mark = Symbol.for("loopbackkit.calls");
const isReplaced = () => Function.prototype.toString[mark] === true;
const hideReplacements = () => replace(Function.prototype, "toString", "value", {
    apply: (original, self, args) => apply(original, originals.get(self) ?? self, args),
    get: (original, name, receiver) => name === mark || getProperty(original, name, receiver),
});
