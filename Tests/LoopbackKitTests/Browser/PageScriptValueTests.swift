import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// The page script in real engines: what a page sees.
    @Suite("Page script's values", .timeLimit(.minutes(2)))
    struct PageScriptValueTests {
        private static let files: [String: String] = [
            "a.png": "", "sub/index.html": "", "sub/b c.png": "", "deep/x.js": "", "日本.txt": "", "%41.txt": "",
            "caf\u{E9}.txt": "", "a+b&c.txt": "", "a#b?.txt": "", "api": "",
        ]

        /// Addresses that are mapped, and what follows the folder's address then.
        private static let mapped: [(String, String)] = [
            ("/a.png", "a.png"), ("/a.png?x=/1#y", "a.png?x=/1#y"), ("/a.png#?b", "a.png#?b"), ("/a.png?", "a.png?"),
            ("/a.png?é", "a.png?é"), ("/", ""), ("/?q", "?q"), ("/#/route", "#/route"), ("/sub", "sub"),
            ("/sub/", "sub/"),
            ("/sub/b%20c.png", "sub/b%20c.png"), ("/sub/b c.png", "sub/b%20c.png"), ("/./a.png", "a.png"),
            ("/deep/../a.png", "a.png"), ("/../a.png", "a.png"), ("/日本.txt", "%E6%97%A5%E6%9C%AC.txt"),
            ("/%E6%97%A5%e6%9c%ac.txt", "%E6%97%A5%e6%9c%ac.txt"), ("/%2541.txt", "%2541.txt"),
            ("/caf%C3%A9.txt", "caf%C3%A9.txt"), ("/a+b&c.txt", "a+b&c.txt"), ("/a%23b%3F.txt", "a%23b%3F.txt"),
            (" \n/a.png\t", "a.png"), ("ORIGIN/a.png", "a.png"), ("ORIGIN/", ""), ("//HOST/a.png", "a.png"),
            ("/%61.png", "%61.png"), ("/api", "api"),
        ]

        /// Addresses that stay as they are.
        private static let untouched = [
            "/none.png", "/A.png", "/cafe%CC%81.txt", "/%41.txt", "/api/", "/api/data", "/a.png/", "/deep", "/deep/",
            "/%zz",
            "//example.com/a.png", "/\\example.com/a.png", "https://example.com/a.png", "https://HOST/a.png", "a.png",
            "./a.png", "../a.png", "?x", "#x", "", "data:,/a.png", "mailto:a@b", "blob:ORIGIN/a.png", "ORIGINx/a.png",
            "ROOTa.png", "ROOT", "PATHa.png", "PATH/a.png", "/sub%2Findex.html", "/sub%5cindex.html", "/~page/page.js",
            "ORIGIN",
            "/sub//index.html", "\\a.png",
        ]

        @Test(
            "PAGE-6 An address is mapped when it names a file by its bytes, with its query and fragment",
            arguments: BrowserEngine.allCases
        )
        func addresses(engine: BrowserEngine) async throws {
            try await ScriptedPlugin.serve(Self.files) { plugin in
                func place(_ address: String) -> String {
                    let host = plugin.origin.split(separator: "/").last ?? ""
                    return address.replacing("ORIGIN", with: plugin.origin).replacing("HOST", with: host)
                        .replacing("ROOT", with: plugin.url).replacing("PATH", with: plugin.path)
                }
                let mapped = Self.mapped.map { (place($0), plugin.url + $1) }
                let cases = mapped + Self.untouched.map { (place($0), place($0)) }
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    try await page.wait(for: "window.loopback")
                    let source = """
                        return addresses.map(address => {
                            const link = document.createElement("a"), image = document.createElement("img");
                            link.href = address;
                            image.setAttribute("longdesc", address);
                            return [link.getAttribute("href"), image.getAttribute("longdesc")];
                        })
                        """
                    let seen = try await page.run(source, ["addresses": .array(cases.map { .string($0.0) })])
                    for ((address, expected), seen) in zip(cases, seen.array) {
                        #expect(seen == [.string(expected), .string(address)], "\(address)")
                    }
                    #expect(seen.array.count == cases.count)
                }
            }
        }

        @Test("PAGE-6 A page reads the real address, and the engine's own errors", arguments: BrowserEngine.allCases)
        func values(engine: BrowserEngine) async throws {
            try await ScriptedPlugin.serve(Self.files) { plugin in
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    try await page.wait(for: "window.loopback")
                    let seen = try await page.run(
                        """
                        const root = location.href, image = new Image(), results = {};
                        image.src = "/a.png";
                        results.src = image.src === `${root}a.png`;
                        image.srcset = "/a.png 1x,/none.png 2x, /sub/b%20c.png 3x";
                        results.srcset = image.srcset.replaceAll(root, "ROOT");
                        const answer = await fetch("/a.png");
                        results.fetch = [answer.status, answer.url === `${root}a.png`];
                        const link = document.createElement("a");
                        let count = 0;
                        link.href = { toString() { count++; return "/a.png" } };
                        results.object = [count, link.getAttribute("href")];
                        link.setAttribute("href", new URL("/a.png?x", root));
                        results.url = link.href === `${root}a.png?x`;
                        const error = (action) => { try { action(); return "none" } catch (error) { return error.name } };
                        results.errors = [() => link.setAttribute("x"), () => new Worker(), () => Worker("/a.js"),
                            () => link.insertAdjacentHTML("nowhere", "<img src='/a.png'>"), () => new Request(),
                            () => HTMLImageElement.prototype.src = "/a.png", () => link.setAttribute("", "/a.png"),
                            () => fetch.call({}, "/a.png").catch(() => 0), () => new XMLHttpRequest().open("GET")].map(error);
                        results.rejected = await fetch().catch(error => error.name);
                        class Sub extends Request { get own() { return 1 } }
                        results.subclass = [new Sub("/a.png").own, new Sub("/a.png").url === `${root}a.png`,
                            new Sub("/a.png") instanceof Request, Request.prototype.constructor === Request];
                        return results
                        """
                    )
                    let type: JSONValue = "TypeError"
                    #expect(seen["src"] == true)
                    #expect(seen["srcset"] == "ROOTa.png 1x,/none.png 2x, ROOTsub/b%20c.png 3x")
                    #expect(seen["fetch"] == [200, true])
                    #expect(seen["object"] == [1, "/a.png"])
                    #expect(seen["url"] == true)
                    #expect(
                        seen["errors"]
                            == [type, type, type, "SyntaxError", type, type, "InvalidCharacterError", "none", type]
                    )
                    #expect(seen["rejected"] == type)
                    #expect(seen["subclass"] == [1, true, true, true])
                }
            }
        }

        @Test(
            "PAGE-6 Markup stays as it is written but for the values that change",
            arguments: BrowserEngine.allCases
        )
        func markup(engine: BrowserEngine) async throws {
            let cases: [(String, String)] = [
                ("<p>/a.png src=\"/a.png\"</p>", "<p>/a.png src=\"/a.png\"</p>"),
                ("<p title=\"<img src='/a.png'>\">x</p>", "<p title=\"&lt;img src='/a.png'&gt;\">x</p>"),
                ("<!-- <img src=\"/a.png\"> --><b></b>", "<!-- <img src=\"/a.png\"> --><b></b>"),
                ("<script>s = '<img src=\"/a.png\">'</script>", "<script>s = '<img src=\"/a.png\">'</script>"),
                ("<textarea><a href=\"/a.png\"></textarea>", "<textarea>&lt;a href=\"/a.png\"&gt;</textarea>"),
                ("<a href=\"/none\" data-src=\"/a.png\">x</a>", "<a href=\"/none\" data-src=\"/a.png\">x</a>"),
                ("<a href=\"/a.png?a&amp;b\">x</a>", "<a href=\"ROOTa.png?a&amp;b\">x</a>"),
                (
                    "<b>1</b><style>/* src=\"/a.png\" */</style><a href=/a.png>x</a>",
                    "<b>1</b><style>/* src=\"/a.png\" */</style><a href=\"ROOTa.png\">x</a>"
                ),
                ("<a href='/a.png'title=b>x</a>", "<a href=\"ROOTa.png\" title=\"b\">x</a>"),
                (
                    "<p style=\"background:url(&quot;/a.png&quot;)\">x</p>",
                    "<p style=\"background:url(&quot;/a.png&quot;)\">x</p>"
                ),
            ]
            try await ScriptedPlugin.serve(Self.files) { plugin in
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    try await page.wait(for: "window.loopback")
                    let source = """
                        return texts.map(text => {
                            const element = document.createElement("div");
                            element.innerHTML = text;
                            return element.innerHTML.replaceAll(location.href, "ROOT");
                        })
                        """
                    let seen = try await page.run(source, ["texts": .array(cases.map { .string($0.0) })])
                    for ((text, expected), seen) in zip(cases, seen.array) {
                        #expect(seen == .string(expected), "\(text)")
                    }
                    #expect(seen.array.count == cases.count)
                }
            }
        }

        @Test(
            "PAGE-6 What the script replaced looks like the engine's own, and no global is added",
            arguments: BrowserEngine.allCases
        )
        func faces(engine: BrowserEngine) async throws {
            try await ScriptedPlugin.serve(Self.files) { plugin in
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    try await page.wait(for: "window.loopback && document.body")
                    let source = """
                        const pure = document.body.appendChild(document.createElement("iframe")).contentWindow;
                        const face = f => typeof f !== "function" ? typeof f
                            : [String(f), Function.prototype.toString.call(f), f.name, f.length, Object.keys(f).join(),
                                pure.Function.prototype.toString.call(f).includes("[native code]")].join();
                        const differences = [];
                        const compare = (path, mine, theirs) => {
                            const names = object => Reflect.ownKeys(object).filter(key => typeof key === "string");
                            if (names(mine).join() !== names(theirs).join()) differences.push(`${path}: names`);
                            for (const name of names(theirs)) {
                                const [a, b] = [mine, theirs].map(object => Reflect.getOwnPropertyDescriptor(object, name));
                                const shape = property => property && ["value", "get", "set"].map(part => face(property[part]))
                                    .concat(property.enumerable, property.configurable, property.writable).join();
                                if (shape(a) !== shape(b)) differences.push(`${path}.${name}`);
                            }
                        };
                        for (const name of Object.getOwnPropertyNames(pure)) {
                            const mine = Reflect.getOwnPropertyDescriptor(window, name)?.value;
                            const theirs = Reflect.getOwnPropertyDescriptor(pure, name)?.value;
                            if (typeof theirs !== "function") continue;
                            if (face(mine) !== face(theirs)) differences.push(name);
                            // A style element has setters of its own.
                            if (name === "HTMLStyleElement" || !mine) continue;
                            compare(name, mine, theirs);
                            if (theirs.prototype) compare(`${name}.prototype`, mine.prototype, theirs.prototype);
                        }
                        const added = names => names(window)
                            .filter(name => !names(pure).includes(name) && !/^(\\d+|ret_nodes)$/.test(name));  // the driver's
                        return [differences, added(Object.keys), added(Object.getOwnPropertyNames),
                            fetch.toString() === pure.fetch.toString()]
                        """
                    let seen = try await page.run(source)
                    #expect(seen == [[], [], ["loopback"], true])
                }
            }
        }

        @Test(
            "PAGE-6 A second load changes nothing, and a page elsewhere is left alone",
            arguments: BrowserEngine.allCases
        )
        func loads(engine: BrowserEngine) async throws {
            let again = """
                <script>const first = [fetch, loopback]</script>\(ScriptedPlugin.head("again.html"))
                <script>window.same = [first[0] === fetch, first[1] === loopback]</script>
                """
            let elsewhere = """
                <script>const own = fetch</script><script src="copy/page.js" data-document="x/y.html"></script>
                <script>window.untouched = [own === fetch, document.querySelectorAll("base").length]</script>
                """
            let files = [
                "again.html": ScriptedPlugin.page("again.html", again), "elsewhere.html": elsewhere,
                "copy/page.js": String(decoding: PageScripts.page(names: ["a.png"]), as: UTF8.self),
            ]
            try await ScriptedPlugin.serve(files) { plugin in
                try await engine.withPage { page in
                    try await page.load("\(plugin.url)again.html")
                    #expect(try await page.wait(for: "window.same") == [true, true])
                    try await page.load("\(plugin.url)elsewhere.html")
                    #expect(try await page.wait(for: "window.untouched") == [true, 0])
                }
            }
        }

        @Test(
            "PAGE-6 The script survives an engine that lacks what it would replace",
            arguments: BrowserEngine.allCases
        )
        func missingInterfaces(engine: BrowserEngine) async throws {
            var options = PageOptions()
            options.scripts = [
                """
                for (const name of ["fetch", "Request", "SharedWorker", "EventSource", "SVGAnimatedString", "ShadowRoot",
                    "CSSGroupingRule", "ServiceWorkerContainer", "HTMLStyleElement"]) delete window[name];
                Object.freeze(HTMLImageElement.prototype);
                window.errors = [];
                addEventListener("error", event => errors.push(event.message));
                """
            ]
            try await ScriptedPlugin.serve(Self.files) { plugin in
                try await engine.withPage(options) { page in
                    try await page.load(plugin.url)
                    try await page.wait(for: "window.loopback")
                    let source = """
                        const link = document.createElement("a");
                        link.href = "/a.png";
                        return [errors, typeof fetch, link.href === `${location.href}a.png`]
                        """
                    #expect(try await page.run(source) == [[], "undefined", true])
                }
            }
        }
    }
}
