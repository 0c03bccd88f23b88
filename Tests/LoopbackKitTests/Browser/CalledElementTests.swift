import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// Elements that load other sites' images, media and styles through the proxy, as a host may want it.
    ///
    /// The upstream is called by its address, by which the engines could also reach it directly: what loads twice is seen.
    @Suite("Called by elements", .timeLimit(.minutes(2)))
    struct CalledElementTests {
        /// Shows a prepared document in which `UPSTREAM` is the upstream's origin.
        private func show(
            _ engine: BrowserEngine,
            _ elements: ProxiedElements,
            _ document: String = "<!doctype html><meta charset=utf-8><title>a</title><body>",
            _ body: (ProxiedPage) async throws -> Void
        ) async throws {
            try await ProxiedPage.with(
                engine,
                configure: { configuration in
                    let port = configuration.proxy?.openings.first?.port ?? 0
                    configuration.proxy?.admitsStyle = true
                    guard let address = IPAddress("127.0.0.1") else { return }
                    UpstreamOpening(address: address, port: port).map { _ = configuration.proxy?.openings.insert($0) }
                },
                { site in
                    let image = try SampleFile.bytes("images/hills.png")
                    for path in ["/a.png", "/b.png", "/poster.png"] { site.upstream.serve(path, image, "image/png") }
                    site.upstream.serve("/tone.wav", try SampleFile.bytes("media/tone.wav"), "audio/wav")
                    site.upstream.serve("/css/loop.woff2", try SampleFile.bytes("fonts/loop.woff2"), "font/woff2")
                    let sheet =
                        "@font-face { font-family: loop; src: url(loop.woff2) } body { color: rgb(1, 2, 3); font-family: loop }"
                    site.upstream.serve("/css/a.css", Array(sheet.utf8), "text/css")
                    let text = document.replacing("UPSTREAM", with: site.upstream.origin)
                    let page = PreparedDocument.make(text) {
                        $0.proxiedElements = elements
                        $0.addsPageScript = true
                    }
                    try site.plugin.folder.write("shown.html", page)
                    var folder = ""
                    for part in ReservedMarker.pageFolder.split(separator: "/") {
                        folder += folder.isEmpty ? part : "/\(part)"
                        try site.plugin.folder.folder(folder)
                    }
                    try site.plugin.folder.write(
                        "\(ReservedMarker.pageFolder)/page.js",
                        PageScripts.page(names: ["index.html", "shown.html"])
                    )
                    try await site.page.load(site.plugin.url + "shown.html")
                    try await site.page.wait(for: "document.readyState === 'complete'")
                    try await body(site)
                }
            )
        }

        private static let functions = """
            const other = 'UPSTREAM';
            const happens = (element, name) => new Promise((resolve, reject) => {
                element.addEventListener(name, resolve, { once: true });
                element.addEventListener('error', () => reject(new Error(`${element.outerHTML} failed`)), { once: true });
            });
            const seen = text => text.replaceAll(other, 'U');

            """

        private func run(_ site: ProxiedPage, _ body: String) async throws -> JSONValue {
            try await site.run(Self.functions.replacing("UPSTREAM", with: site.upstream.origin) + body)
        }

        /// Each path once, by the proxy: what engines say of a request never comes through it.
        private func expectOnce(_ site: ProxiedPage, _ paths: Set<String>) {
            let requests = site.upstream.requests
            #expect(Set(requests.map(\.path)) == paths)
            for path in paths where path.hasSuffix("png") || path.hasPrefix("/css") {
                #expect(requests.count { $0.path == path } == 1, "\(path) was asked for more than once")
            }
            for request in requests { #expect(request["Sec-Fetch-Dest"] == nil && request["Referer"] == nil) }
        }

        @Test(
            "PROXY-4 An address that a script gives an element loads through the proxy, and reads as it was written",
            arguments: BrowserEngine.allCases
        )
        func scripted(engine: BrowserEngine) async throws {
            try await show(engine, [.media, .images, .styles]) { site in
                let values = try await run(
                    site,
                    """
                    const image = new Image();
                    image.src = other + '/a.png?property#part';
                    await image.decode();
                    const named = document.createElement('img');
                    named.setAttribute('SRC', other + '/a.png?attribute');
                    await happens(named, 'load');
                    const set = document.createElement('img');
                    set.srcset = `${other}/b.png?one 1x, ${other}/b.png?two 50x`;
                    await happens(set, 'load');
                    const sound = new Audio(other + '/tone.wav');
                    await happens(sound, 'loadeddata');
                    document.body.insertAdjacentHTML('beforeend',
                        `<video poster="${other}/poster.png" crossorigin><source src=${other}/tone.wav?source></video>`);
                    const film = document.querySelector('video');
                    if (film.readyState < 2) await happens(film, 'loadeddata');
                    const link = document.createElement('link');
                    link.href = other + '/css/a.css';
                    link.rel = 'stylesheet';
                    const styled = happens(link, 'load');
                    document.head.append(link);
                    await styled;
                    await document.fonts.load('10px loop');
                    return [
                        image.src, image.currentSrc, image.getAttribute('src'), named.src, named.getAttribute('src'), set.srcset,
                        set.currentSrc, sound.src, sound.currentSrc, film.poster, film.getAttribute('poster'), film.currentSrc,
                        film.firstChild.getAttribute('src'), link.href, getComputedStyle(document.body).color,
                        String(new Audio() instanceof Audio && Audio.name === 'Audio'),
                    ].map(seen)
                    """
                )
                #expect(
                    values == [
                        "U/a.png?property#part", "U/a.png?property#part", "U/a.png?property#part", "U/a.png?attribute",
                        "U/a.png?attribute", "U/b.png?one 1x, U/b.png?two 50x", "U/b.png?one", "U/tone.wav",
                        "U/tone.wav", "U/poster.png", "U/poster.png", "U/tone.wav?source", "U/tone.wav?source",
                        "U/css/a.css", "rgb(1, 2, 3)", "true",
                    ]
                )
                let targets = Set(site.upstream.requests.map(\.target))
                #expect(
                    targets.isSuperset(of: ["/a.png?property", "/a.png?attribute", "/b.png?one", "/css/loop.woff2"])
                )
                for request in site.upstream.requests { #expect(request["Sec-Fetch-Dest"] == nil) }
            }
        }

        @Test(
            "PROXY-4 What stands in a document's markup loads through the proxy, once, and reads as the real address",
            arguments: BrowserEngine.allCases
        )
        func written(engine: BrowserEngine) async throws {
            let document = """
                <!doctype html><meta charset=utf-8><link rel=stylesheet href="UPSTREAM/css/a.css"><title>a</title><body>
                <img id=one src=UPSTREAM/a.png?x=1&y=2><picture><source srcset="UPSTREAM/b.png 1x"><img></picture>
                <video muted preload=auto poster=UPSTREAM/poster.png src=UPSTREAM/tone.wav#t=0.01></video>
                <script>window.early = document.querySelector('#one').src;</script>
                """
            try await show(engine, [.media, .images, .styles], document) { site in
                let values = try await run(
                    site,
                    """
                    const [one, two] = document.images, film = document.querySelector('video');
                    for (const image of [one, two]) await image.decode();
                    await document.fonts.load('10px loop');
                    const end = performance.now() + 10000;
                    while (film.readyState < 2 && performance.now() < end) await new Promise(next => setTimeout(next, 10));
                    return [
                        early, one.getAttribute('src'), two.currentSrc, document.querySelector('source').srcset, film.src,
                        film.getAttribute('poster'), document.querySelector('link').href,
                        getComputedStyle(document.body).color, String(film.readyState >= 2),
                    ].map(seen)
                    """
                )
                #expect(
                    values == [
                        "U/a.png?x=1&y=2", "U/a.png?x=1&y=2", "U/b.png", "U/b.png 1x", "U/tone.wav#t=0.01",
                        "U/poster.png", "U/css/a.css", "rgb(1, 2, 3)", "true",
                    ]
                )
                let paths = ["/a.png", "/b.png", "/poster.png", "/tone.wav", "/css/a.css", "/css/loop.woff2"]
                expectOnce(site, Set(paths))
            }
        }

        @Test(
            "PROXY-4 The crossorigin attribute says whether cookies come along, and rel whether a link is a style sheet",
            arguments: BrowserEngine.allCases
        )
        func modes(engine: BrowserEngine) async throws {
            try await show(engine, [.images, .styles]) { site in
                // What is held shows in serialized markup.
                let values = try await run(
                    site,
                    """
                    const held = element => /~proxy\\/([^/]+)\\//.exec(element.outerHTML)?.[1] ?? 'none';
                    const make = (name, values) => Object.assign(document.createElement(name), values);
                    const src = other + '/a.png', href = other + '/css/a.css';
                    const image = make('img', { src }), modes = [held(image)];
                    image.crossOrigin = 'anonymous';
                    modes.push(held(image));
                    image.setAttribute('crossorigin', 'Use-Credentials');
                    modes.push(held(image));
                    image.crossOrigin = '';
                    modes.push(held(image), image.src === src);
                    image.crossOrigin = null;
                    modes.push(held(image));
                    const link = make('link', { href });
                    modes.push(held(link));
                    link.rel = 'Preload';
                    modes.push(held(link));
                    link.setAttribute('rel', 'a STYLESHEET');
                    modes.push(held(link));
                    const holder = document.createElement('div');
                    holder.innerHTML = `<!-- <img src="${src}"> --><textarea><img src="${src}"></textarea>`;
                    modes.push(held(holder));
                    holder.innerHTML = `<img alt=">" crossorigin src=${src}?a=1&amp;b=2 x>`;
                    modes.push(held(holder), holder.firstChild.src === src + '?a=1&b=2', held(make('script', { src })),
                        held(make('video', { src })), held(make('a', { href })));
                    return modes
                    """
                )
                #expect(
                    values == [
                        "include", "same-origin", "include", "same-origin", true, "include", "include", "none",
                        "include", "none", "same-origin", true, "none", "none", "none",
                    ]
                )
            }
        }

        @Test(
            "PROXY-4 Nothing is changed for a host that does not ask",
            arguments: BrowserEngine.allCases
        )
        func untouched(engine: BrowserEngine) async throws {
            let document = "<!doctype html><meta charset=utf-8><title>a</title><body><img src=UPSTREAM/a.png>"
            try await show(engine, [], document) { site in
                let values = try await run(
                    site,
                    """
                    const image = new Image();
                    image.src = other + '/b.png';
                    await image.decode();
                    return [seen(image.outerHTML), document.images[0].naturalWidth > 0]
                    """
                )
                #expect(values == ["<img src=\"U/b.png\">", true])
                #expect(site.upstream.requests.map(\.path).sorted() == ["/a.png", "/b.png"])
                #expect(site.upstream.requests.allSatisfy { $0["Sec-Fetch-Dest"] == "image" })
            }
        }
    }
}
