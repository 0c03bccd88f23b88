// Media, images and styles of other sites, where the host wants them to come through the proxy: `data-elements` on the call
// script's element names the kinds.
//
// An attribute holds the proxy's address, and what reads it gives what the page wrote. Preparation has changed the
// attributes that stand in the document's markup, for engines load those before any script could. Serialized markup and
// attribute nodes show the proxy's address.
const kinds = platform.split(isPage ? document.currentScript?.dataset.elements ?? "" : "", " ");
const loads = (kind) => {
    for (let index = 0; index < kinds.length; index += 1) if (kinds[index] === kind) return true;
    return false;
};
const media = loads("media"), images = loads("images"), styles = loads("styles");
// By an element's name, which of its attributes are taken over.
const taken = {
    __proto__: null,
    audio: { __proto__: null, src: media }, video: { __proto__: null, src: media, poster: images },
    source: { __proto__: null, src: media, srcset: images }, track: { __proto__: null, src: media },
    img: { __proto__: null, src: images, srcset: images }, input: { __proto__: null, src: images },
    link: { __proto__: null, href: styles },
};
const element = isPage && {
    name: getter(Element, "localName"), get: method(Element, "getAttribute"), set: method(Element, "setAttribute"),
    find: method(Element, "querySelector"), parent: getter(Node, "parentElement"), type: getter(Node, "nodeType"),
};
const isTaken = (name, attribute) => taken[name]?.[attribute] === true;

// Addresses

// The credentials mode that an element's `crossorigin` asks for; without one engines send cookies.
const modeOf = (crossOrigin) =>
    (crossOrigin === null || platform.lowercase(crossOrigin) === "use-credentials" ? "include" : "same-origin");
// A source has the mode of what it is a source of.
const modeHolder = (self) => {
    const name = element.name(self), parent = name === "source" || name === "track" ? element.parent(self) : null;
    return parent === null ? self : element.name(parent) === "picture" ? element.find(parent, "img") ?? self : parent;
};
const throughProxy = (text, mode) => {
    const url = otherSite(text);
    return url === undefined ? text : proxied(url, mode) + platform.hash(url);
};
// The real address of one of the proxy's; every other as it is.
const realAddress = (address) => {
    const parts = platform.match(/^(?:[^?#]*\/)?~proxy\/[^/?#]+\/(https?)\/([^/?#]+)([^]*)$/, address);
    if (parts === null || !(platform.startsWith(address, root) || platform.test(/^(?:\.*\/)*~/, address))) return address;
    return `${parts[1]}://${parts[2]}${parts[3]}`;
};
// Changes each URL of a `srcset`.
const eachSource = (text, change) => {
    const candidate = /([\s,]*)([^\s,](?:\S*[^\s,])?)((?:\s[^,]*)?)/y;
    let whole = "", end = 0;
    for (let found = platform.match(candidate, text); found !== null; found = platform.match(candidate, text)) {
        whole += found[1] + change(found[2]) + found[3];
        end = candidate.lastIndex;
    }
    return whole + platform.slice(text, end);
};
const isStyle = (relation) => relation === null || platform.test(/(?:^|\s)stylesheet(?:\s|$)/i, relation);
// What an attribute is to hold, for what the page gives it.
const shown = (name, attribute, text, { crossOrigin, relation }) => {
    if (!isTaken(name, attribute) || (name === "link" && !isStyle(relation))) return text;
    const change = (address) => throughProxy(address, modeOf(crossOrigin));
    return attribute === "srcset" ? eachSource(text, change) : change(text);
};

// Attributes

// From an element to what the page wrote into its attributes, and what they hold instead.
const writings = new Facts();
const writing = (self, attribute) => writings.get(self)?.[attribute];
const surroundings = (self) => ({
    crossOrigin: element.get(modeHolder(self), "crossorigin"), relation: element.get(self, "rel"),
});
// Gives an attribute what stands for the page's text.
const write = (self, attribute, text, give, around = surroundings(self)) => {
    const held = shown(element.name(self), attribute, text, around);
    if (!writings.has(self)) writings.set(self, { __proto__: null });
    writings.get(self)[attribute] = held === text ? undefined : { text, held };
    return give(held);
};
// What the page reads of an attribute.
const read = (self, attribute, held) => {
    if (typeof held !== "string" || !isTaken(element.name(self), attribute)) return held;
    const known = writing(self, attribute);
    if (known?.held === held) return known.text;
    return attribute === "srcset" ? eachSource(held, realAddress) : realAddress(held);
};
// Before what the addresses depend on changes, they follow.
const rewrite = (self, change) => {
    const attributes = ["src", "srcset", "poster", "href"], around = { ...surroundings(self), ...change };
    for (let index = 0; index < attributes.length; index += 1) {
        const attribute = attributes[index], held = element.get(self, attribute);
        if (held === null || !isTaken(element.name(self), attribute)) continue;
        const text = read(self, attribute, held);
        write(self, attribute, text, (next) => { if (next !== held) element.set(self, attribute, next); }, around);
    }
};
const isElement = (self) => {
    try { return element.name(self) in taken; } catch { return false; }
};
const setAttribute = (self, attribute, value, give) => {
    const name = platform.lowercase(attribute);
    if (name === "crossorigin") rewrite(self, { crossOrigin: value });
    if (name === "rel") rewrite(self, { relation: value });
    return isTaken(element.name(self), name) ? write(self, name, value, give) : give(value);
};

const replaceAttributes = () => {
    const owners = {
        src: ["Media", "Source", "Track", "Image", "Input"], srcset: ["Image", "Source"], poster: ["Video"], href: ["Link"],
        crossOrigin: ["Media", "Image", "Link"], rel: ["Link"],
    };
    for (const [property, names] of Object.entries(owners)) for (const name of names) {
        const owner = globalThis[`HTML${name}Element`], attribute = platform.lowercase(property);
        replace(owner?.prototype, property, "set", {
            apply: (native, self, args) => {
                if (!isElement(self) || args.length === 0) return apply(native, self, args);
                // No other value than null takes `crossorigin` away.
                const value = property === "crossOrigin" && args[0] === null ? null : `${args[0]}`;
                return setAttribute(self, attribute, value, (held) => apply(native, self, [held]));
            },
        });
        replaceGetter(owner, property, (self, original) => {
            const held = original();
            if (!isElement(self) || typeof held !== "string") return held;
            return attribute === "srcset" ? read(self, attribute, held) : realAddress(held);
        });
    }
    for (const name of ["HTMLMediaElement", "HTMLImageElement"])
        replaceGetter(globalThis[name], "currentSrc", (self, original) => realAddress(original()));
    // Attributes by name: where the name and the value stand among the arguments.
    const setters = { setAttribute: 0, setAttributeNS: 1 }, getters = { getAttribute: 0, getAttributeNS: 1 };
    for (const [name, place] of Object.entries(setters)) replace(Element.prototype, name, "value", {
        apply: (native, self, args) => {
            if (!isElement(self) || args.length < place + 2) return apply(native, self, args);
            const given = { ...args, length: args.length };
            given[place] = `${args[place]}`;
            return setAttribute(self, given[place], `${args[place + 1]}`, (held) => {
                given[place + 1] = held;
                return apply(native, self, given);
            });
        },
    });
    for (const [name, place] of Object.entries(getters)) replace(Element.prototype, name, "value", {
        apply: (native, self, args) => {
            const held = apply(native, self, args);
            if (typeof held !== "string" || !isElement(self)) return held;
            return read(self, platform.lowercase(`${args[place]}`), held);
        },
    });
    replace(globalThis, "Audio", "value", {
        construct: (native, args, target) => {
            const given = args.length > 0 && args[0] !== undefined ? [throughProxy(`${args[0]}`, "include")] : [];
            return construct(native, given, targetOf(target));
        },
    });
};

// Markup

const tag = /<!--[^]*?-->|<(\/?)([a-z][^\s/>"'<]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>/gi;
const pair = /([^\s"'>/=]+)(?:(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
// All matches of an expression, changed; it is no one else's, so that its place is known.
const eachMatch = (expression, text, change) => {
    let whole = "", end = 0;
    expression.lastIndex = 0;
    for (let found = platform.match(expression, text); found !== null; found = platform.match(expression, text)) {
        const next = expression.lastIndex;
        whole += platform.slice(text, end, found.index) + change(found);
        expression.lastIndex = end = next;
    }
    return whole + platform.slice(text, end);
};
// Markup stays as it is written but for the addresses: it may be half an element. A text's character references stay, too,
// since addresses keep what they are made of.
const shownMarkup = (text) => {
    if (!platform.test(/<(?:img|source|video|audio|track|input|link)\b/i, text)) return text;
    let raw;
    return eachMatch(tag, text, (found) => {
        const name = platform.lowercase(found[2] ?? ""), isEnd = found[1] === "/";
        if (raw !== undefined) {
            if (isEnd && name === raw) raw = undefined;
            return found[0];
        }
        if (!isEnd && platform.test(/^(?:script|style|textarea|title|xmp)$/, name)) raw = name;
        return isEnd || taken[name] === undefined ? found[0] : shownTag(name, found[0], found[3]);
    });
};
const shownTag = (name, text, attributes) => {
    const around = { crossOrigin: null, relation: null };
    eachMatch(pair, attributes, (found) => {
        const value = found[3] ?? found[4] ?? found[5] ?? "", attribute = platform.lowercase(found[1]);
        if (attribute === "crossorigin") around.crossOrigin ??= value;
        if (attribute === "rel") around.relation ??= value;
        return "";
    });
    const end = text.length - attributes.length - 1;
    return platform.slice(text, 0, end) + eachMatch(pair, attributes, (found) => {
        const value = found[3] ?? found[4] ?? found[5], attribute = platform.lowercase(found[1]);
        const held = value === undefined ? value : shown(name, attribute, value, around);
        return held === value ? found[0] : `${found[1]}${found[2]}"${held}"`;
    }) + ">";
};

const replaceMarkup = () => {
    const change = (place) => ({
        apply: (native, self, args) => {
            const given = { ...args, length: args.length };
            // What is no text the platform judges: it may be one of its own types.
            for (let index = place ?? 0; index < (place === undefined ? args.length : place + 1); index += 1)
                if (typeof given[index] === "string") given[index] = shownMarkup(given[index]);
            return apply(native, self, given);
        },
    });
    for (const owner of [Element, globalThis.ShadowRoot]) {
        replace(owner?.prototype, "innerHTML", "set", change(0));
        replace(owner?.prototype, "setHTMLUnsafe", "value", change(0));
    }
    replace(Element.prototype, "outerHTML", "set", change(0));
    replace(Element.prototype, "insertAdjacentHTML", "value", change(1));
    replace(Range.prototype, "createContextualFragment", "value", change(0));
    replace(DOMParser.prototype, "parseFromString", "value", change(0));
    for (const name of ["write", "writeln"]) replace(Document.prototype, name, "value", change());
};

const replaceElements = () => {
    if (!media && !images && !styles) return;
    replaceAttributes();
    replaceMarkup();
};
