// Maps root-relative URLs that a page makes at run time to its own folder on the server, and those of other addresses
// that stood for the folder before.
//
// A page that was written for the root of a site asks for "/images/a.png". Preparation has changed the addresses that
// stand in the page's files; this script changes those that its code makes, where the folder holds such a file, by the
// exact bytes of its name. Everything else is left alone: other origins, addresses inside the folder, and addresses
// without a file, such as those of an API. What a page reads back is the real address.
//
// Not covered: what workers ask for, frames without this script (srcdoc among them), documents of DOMParser, history and
// location (a single-page app's routes are no files), attribute nodes, caches, trusted types, text nodes of styles,
// rules' own styles, and single properties of styles in shadow trees.
(function (names, indexDocuments, bases) {
    "use strict";
    const script = document.currentScript;
    const [, root, origin, rootPath] =
        /^((https?:\/\/[^/]+)(\/[0-9a-f]{32}\/[^/]+\/[^/]+\/))(?:.*\/)?~page\/page\.js$/.exec(script?.src) ?? [];
    const mark = Symbol.for("loopbackkit.page");
    if (!root || !location.href.startsWith(root) || window[mark]) return;
    const { apply, construct, defineProperty, getOwnPropertyDescriptor: describe, getPrototypeOf } = Reflect;
    defineProperty(window, mark, { value: true });

    // Addresses

    const authority = origin.slice(origin.indexOf("/"));
    let files;
    const isServed = (name) => {
        files ??= new Set(names);
        const folder = name === "" || name.endsWith("/") ? name : `${name}/`;
        return files.has(name) || indexDocuments.some((index) => files.has(folder + index));
    };
    const isOutside = (url) => url.origin === origin && !`${url.pathname}/`.startsWith(rootPath);
    // The query stays as it is written: a URL object would encode it anew.
    const tail = (text) => /[?#][^]*/.exec(text)?.[0] ?? "";
    // Gives the address inside the folder, or the very value; an address that can't be read is left alone.
    const map = (value) => {
        try {
            if (typeof value === "string" || value instanceof URL) return mapText(String(value).trim()) ?? value;
        } catch { /* Its escapes are no text. */ }
        return value;
    };
    const mapText = (text) => {
        let own = text;
        if (own.startsWith(`${origin}/`)) own = own.slice(origin.length);
        else if (own.startsWith(`${authority}/`)) own = own.slice(authority.length);
        for (const [prefix, folder] of bases) {
            if (!own.startsWith(prefix) || (prefix === "/" && own[1] === "/")) continue;
            const path = folder + new URL(`${origin}/${own.slice(prefix.length)}`).pathname.slice(1);
            // No served name has a slash, so an encoded one leads to no file.
            if (!/%2f|%5c/i.test(path) && isServed(decodeURIComponent(path))) return root + path + tail(text);
        }
    };
    const isInvented = (prefix, text) => prefix.includes(":") && text.includes(prefix);
    const onText = (change) => (value) => (typeof value === "string" ? change(value) : value);
    const mapSet = onText((value) =>
        value.replace(/(?<![\s,])([\s,]*)([^\s,](?:\S*[^\s,])?)((?:\s[^,]*)?)/g, (_, gap, url, rest) => gap + map(url) + rest));
    // Strings and comments are passed over: what looks like an address in them is none.
    const styleURL = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\/\*[^]*?\*\/|(\burl\((?:\s(?!\s))?|@import\s(?!\s))(?:"([^"\\\n]*)"|'([^'\\\n]*)'|((?<=\(\s?)[^"'\\()\s]+))/gi;
    const mapStyle = onText((value) => value.replace(styleURL, (all, start, ...[double, single, bare]) => {
        const url = double ?? single ?? bare, mapped = start === undefined ? url : map(url);
        return mapped === url ? all : `${start}"${mapped.replaceAll('"', "%22")}"`;
    }));

    // Attributes and markup

    const kinds = new Map([["srcset", mapSet], ["imagesrcset", mapSet], ["style", mapStyle]]);
    for (const name of ["src", "href", "xlink:href", "poster", "data", "action", "formaction", "background"])
        kinds.set(name, map);
    const mapAttribute = (name, value) => (kinds.get(String(name).toLowerCase()) ?? ((same) => same))(value);
    const tag = /<!--[^]*?-->|(<style(?:\s[^<>]*)?>)([^]*?)(?=<\/style)|<(\/?)([a-z][^\s/>"'<]*)(?:"[^"]*"|'[^']*'|[^"'<>])*>/gi;
    const attribute = /([^\s"'>/=]+)(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
    // Markup stays as it is written but for the values that change: it may be half an element, or a part of an SVG.
    const mapMarkup = onText((value) => {
        if (!/=["'\s]*(?:\/|http)|srcset|url\(/i.test(value) && !bases.some(([prefix]) => isInvented(prefix, value)))
            return value;
        let raw;
        return value.replace(tag, (text, style, sheet, end, name = "") => {
            if (style && !raw) return style + mapStyle(sheet);
            const element = name.toLowerCase();
            if (end && element === raw) raw = undefined;
            if (raw || end || !name) return text;
            if (/^(script|style|textarea|title|xmp)$/.test(element)) raw = element;
            return text.replace(attribute, (all, key, equals, double, single, bare) => {
                const old = double ?? single ?? bare, mapped = mapAttribute(key, old);
                return mapped === old ? all : `${key}${equals}"${mapped.replaceAll('"', "&quot;")}"`;
            });
        });
    });

    // The platform's functions, each in the place of itself

    const natives = new WeakMap();
    const replace = (owner, name, handler) => {
        const property = owner && describe(owner, name);
        const part = property?.set ? "set" : "value";
        const native = property?.[part];
        if (typeof native !== "function" || !property.configurable) return;
        const wrapper = new Proxy(native, handler);
        natives.set(wrapper, native);
        defineProperty(owner, name, { ...property, [part]: wrapper });
        const constructor = native.prototype && describe(native.prototype, "constructor");
        if (constructor?.value === native)
            defineProperty(native.prototype, "constructor", { ...constructor, value: wrapper });
    };
    // `change` puts other arguments into the array; when it throws, the platform says what it thinks of them.
    const wrap = (owner, name, change) => {
        const changed = (args, self) => {
            try { change(args, self); } catch { /* They stay as they are. */ }
            return args;
        };
        replace(owner, name, {
            apply: (native, self, args) => apply(native, self, changed(args, self)),
            construct: (native, args, target) => construct(native, changed(args), natives.get(target) ?? target),
        });
    };
    replace(Function.prototype, "toString", {
        apply: (native, self, args) => apply(native, natives.get(self) ?? self, args),
    });
    const at = (index, change) => (args) => { if (index < args.length) args[index] = change(args[index]); };
    const each = (change) => (args) => args.forEach((value, index) => { args[index] = change(value); });
    const prototype = (name) => window[name]?.prototype;

    for (const name of ["fetch", "Request", "Worker", "SharedWorker", "EventSource", "Audio", "open"])
        wrap(window, name, at(0, map));
    wrap(prototype("XMLHttpRequest"), "open", at(1, map));
    wrap(prototype("Navigator"), "sendBeacon", at(0, map));
    wrap(prototype("Worklet"), "addModule", at(0, map));
    wrap(prototype("ServiceWorkerContainer"), "register", (args) => {
        const options = args[1];
        if (args.length > 0) args[0] = map(args[0]);
        if (options?.scope === undefined || isOutside(new URL(args[0], document.baseURI))) return;
        const scope = new URL(options.scope, document.baseURI);
        if (isOutside(scope)) args[1] = { ...options, scope: root + scope.pathname.slice(1) + tail(String(options.scope)) };
    });

    const elements = {
        src: "Image Script IFrame Frame Media Source Track Embed Input", href: "Anchor Area Link Base",
        srcset: "Image Source", imageSrcset: "Link", poster: "Video", data: "Object", action: "Form",
        formAction: "Input Button",
    };
    for (const [name, kinds] of Object.entries(elements))
        for (const kind of kinds.split(" "))
            wrap(prototype(`HTML${kind}Element`), name, at(0, (value) => mapAttribute(name, value)));
    wrap(prototype("SVGAnimatedString"), "baseVal", at(0, map));
    wrap(prototype("Element"), "setAttribute", (args) => at(1, (value) => mapAttribute(args[0], value))(args));
    wrap(prototype("Element"), "setAttributeNS", (args) => at(2, (value) => mapAttribute(args[1], value))(args));
    const mapInside = (args, self) => {
        if (!/^(script|style|textarea|title|xmp)$/.test(self?.localName)) at(0, mapMarkup)(args);
    };
    for (const owner of ["Element", "ShadowRoot"]) {
        for (const name of ["innerHTML", "setHTMLUnsafe"]) wrap(prototype(owner), name, mapInside);
        wrap(prototype(owner), "outerHTML", at(0, mapMarkup));
    }
    wrap(prototype("Element"), "insertAdjacentHTML", at(1, mapMarkup));
    wrap(prototype("Range"), "createContextualFragment", at(0, mapMarkup));
    for (const name of ["write", "writeln"]) wrap(prototype("Document"), name, each(mapMarkup));

    // Styles; a style element has setters of its own, so that others don't pay for them.

    const mapSheet = (value) => {
        const mapped = mapStyle(value?.nodeType === Node.TEXT_NODE ? value.data : value);
        if (value?.nodeType !== Node.TEXT_NODE) return mapped;
        if (value.data !== mapped) value.data = mapped;
        return value;
    };
    const style = prototype("HTMLStyleElement");
    for (const name of ["textContent", "innerText", "innerHTML", "append", "appendChild", "insertBefore"]) {
        let owner = style;
        while (owner && !describe(owner, name)) owner = getPrototypeOf(owner);
        if (owner && owner !== style) defineProperty(style, name, describe(owner, name));
        wrap(style, name, each(mapSheet));
    }
    for (const name of ["insertRule", "replace", "replaceSync"])
        wrap(prototype("CSSStyleSheet"), name, at(0, mapStyle));
    wrap(prototype("CSSGroupingRule"), "insertRule", at(0, mapStyle));
    wrap(window, "FontFace", at(1, mapStyle));
    wrap(prototype("CSSStyleDeclaration"), "setProperty", at(1, mapStyle));
    wrap(prototype("CSSStyleDeclaration"), "cssText", at(0, mapStyle));
    // `style.backgroundImage` has no setter in Chromium that could be replaced; what it set is changed before it shows.
    // A form's controls may have the names of its properties, so that the platform's own are asked.
    const element = prototype("Element"), styleOf = new Map();
    for (const name of ["HTMLElement", "SVGElement"]) styleOf.set(window[name], describe(prototype(name), "style")?.get);
    const restyle = (node) => {
        for (const [kind, get] of styleOf) {
            if (!(node instanceof kind) || !get) continue;
            const style = apply(get, node, []), text = style.cssText;
            const mapped = text.includes("url(") ? mapStyle(text) : text;
            if (mapped !== text) style.cssText = mapped;
        }
    };
    const { hasAttribute, querySelectorAll } = element;
    new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records) {
            if (type === "attributes") restyle(target);
            for (const node of addedNodes) {
                if (!(node instanceof Element)) continue;
                if (apply(hasAttribute, node, ["style"])) restyle(node);
                for (const inner of apply(querySelectorAll, node, ["[style*='url(']"])) restyle(inner);
            }
        }
    }).observe(document, { attributeFilter: ["style"], childList: true, subtree: true });

    // A document that answers for deeper addresses: its references are relative to its own place in the folder.

    const resolve = (own) => {
        const folder = own.slice(0, own.lastIndexOf("/") + 1), here = decodeURIComponent(location.pathname);
        const isIndex = indexDocuments.includes(decodeURIComponent(own.slice(folder.length)));
        if (here === decodeURIComponent(own) || (isIndex && here === decodeURIComponent(folder))) return;
        const base = document.createElement("base");
        base.href = script.dataset.base === undefined ? origin + folder : root + script.dataset.base;
        document.head.prepend(base);
    };
    try {
        const own = script.dataset.document;
        if (own !== undefined) resolve(new URL(own, root).pathname);
    } catch { /* An address that is no text, or a document without a head: nothing to resolve. */ }
})([/*names*/], [/*indexDocuments*/], [/*bases*/]);
