import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// A scope's files, as a page meets them.
    @Suite("Files", .timeLimit(.minutes(2)))
    struct FileTests {
        private static let page = "<!doctype html><meta charset=utf-8><title>files</title><body>"

        @Test(
            "FILE-6 Any name that a folder can hold is fetched by encodeURIComponent",
            arguments: BrowserEngine.allCases
        )
        func names(engine: BrowserEngine) async throws {
            let names = [
                "a#b.txt", "a?b.txt", "100%.txt", "%41.txt", "a+b.txt", "a b.txt", "a&b=c.txt", "日本.txt", "'\"<>.txt",
                "caf\u{E9} composed.txt", "cafe\u{301} decomposed.txt", "🌍.txt",
            ]
            try await withPlugin(["index.html": Self.page]) { plugin in
                for name in names { try plugin.folder.write(name, "this is \(name)") }
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    let texts = try await page.run(
                        "return Promise.all(names.map(async name => (await fetch(encodeURIComponent(name))).text()))",
                        ["names": .array(names.map { .string($0) })]
                    )
                    for (name, text) in zip(names, texts.array) { #expect(text == .string("this is \(name)")) }
                    #expect(texts.array.count == names.count)
                }
            }
        }

        @Test("FILE-2 An accented name is found in the other Unicode form too", arguments: BrowserEngine.allCases)
        func forms(engine: BrowserEngine) async throws {
            let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
            try await withPlugin(["index.html": Self.page]) { plugin in
                try plugin.folder.write("\(composed) 1.json", "1")
                try plugin.folder.write("\(decomposed) 2.json", "2")
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    let names: [JSONValue] = ["\(decomposed) 1.json", "\(composed) 2.json"].map { .string($0) }
                    let source = "return Promise.all(names.map(async name => (await fetch(name)).json()))"
                    #expect(try await page.run(source, ["names": .array(names)]) == [1, 2])
                }
            }
        }

        @Test(
            "FILE-3 A module of WebAssembly is compiled as it streams, which needs its type",
            arguments: BrowserEngine.allCases
        )
        func webAssembly(engine: BrowserEngine) async throws {
            // (module (func (export "add") (param i32 i32) (result i32) local.get 0 local.get 1 i32.add))
            let module: [UInt8] = [
                0x00, 0x61, 0x73, 0x6D, 0x01, 0x00, 0x00, 0x00, 0x01, 0x07, 0x01, 0x60, 0x02, 0x7F, 0x7F, 0x01, 0x7F,
                0x03,
                0x02, 0x01, 0x00, 0x07, 0x07, 0x01, 0x03, 0x61, 0x64, 0x64, 0x00, 0x00, 0x0A, 0x09, 0x01, 0x07, 0x00,
                0x20,
                0x00, 0x20, 0x01, 0x6A, 0x0B,
            ]
            try await withPlugin(["index.html": Self.page]) { plugin in
                try plugin.folder.write("add.wasm", module)
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    let source = """
                        const { instance } = await WebAssembly.instantiateStreaming(fetch("add.wasm"));
                        return instance.exports.add(2, 3)
                        """
                    #expect(try await page.run(source) == 5)
                }
            }
        }

        @Test("FILE-4 A video starts and seeks by ranges", arguments: BrowserEngine.allCases)
        func video(engine: BrowserEngine) async throws {
            try await withPlugin(["index.html": Self.page]) { plugin in
                try LongClip.write(to: "\(plugin.folder.root)/clip.mp4")
                try await engine.withPage { page in
                    try await page.load(plugin.url)
                    let can = try await page.run(
                        "return document.createElement('video').canPlayType('video/mp4; codecs=\"avc1.4d4015\"')"
                    )
                    try engine.require(can != "", "plays no H.264: WebKit needs gstreamer1.0-libav")
                    let source = """
                        const video = document.createElement('video');
                        const happens = name => new Promise((resolve, reject) => {
                            video.addEventListener(name, resolve, { once: true });
                            video.addEventListener('error', () => reject(new Error(video.error.message)), { once: true });
                        });
                        Object.assign(video, { muted: true, preload: 'auto', src: 'clip.mp4' });
                        document.body.append(video);
                        if (video.readyState < 2) await happens('loadeddata');
                        const sought = happens('seeked');
                        video.currentTime = 3;
                        await sought;
                        await video.play();
                        return { duration: video.duration, place: video.currentTime, width: video.videoWidth }
                        """
                    let state = try await page.run(source)
                    #expect(abs((state["duration"].number ?? 0) - 4) < 0.2)
                    #expect((state["place"].number ?? 0) >= 2.8)
                    #expect(state["width"] == 480)
                }
                let statuses = Set(await plugin.answers().filter { $0.target.hasSuffix("clip.mp4") }.map(\.status.code))
                // An engine that has the file's beginning may ask whether it is still the same.
                #expect(statuses.contains(206) && statuses.isSubset(of: [200, 206, 304]), "\(statuses)")
            }
        }

        @Test("FILE-8 A page shows replaced files when it is loaded again", arguments: BrowserEngine.allCases)
        func replaced(engine: BrowserEngine) async throws {
            try await withPlugin(["folder.txt": ""]) { plugin in
                try await engine.withPage { page in
                    for version in ["1", "2", "3"] {
                        // As many bytes each time, and within the second that a date can tell apart.
                        try plugin.folder.write(
                            "index.html",
                            """
                            <!doctype html><meta charset=utf-8><link rel=stylesheet href=style.css>
                            <body><script src=script.js></script><script type=module src=module.js></script>\(version)
                            """
                        )
                        try plugin.folder.write("style.css", "html { --version: \(version) }")
                        try plugin.folder.write("script.js", "window.script = '\(version)'")
                        try plugin.folder.write("module.js", "window.module = '\(version)'")
                        try await page.load(plugin.url)
                        let seen = try await page.wait(
                            for: """
                                window.module && [document.body.innerText.trim(), window.script, window.module,
                                    getComputedStyle(document.documentElement).getPropertyValue('--version').trim()]
                                """
                        )
                        #expect(seen == .array(Array(repeating: .string(version), count: 4)))
                    }
                }
            }
        }

        @Test(
            "FILE-6 A folder's address leads to its index, whose relative addresses work",
            arguments: BrowserEngine.allCases
        )
        func index(engine: BrowserEngine) async throws {
            try await withPlugin(["index.html": Self.page]) { plugin in
                try plugin.folder.folder("sub folder")
                try plugin.folder.write("sub folder/index.html", "\(Self.page)<script src=near.js></script>")
                try plugin.folder.write("sub folder/near.js", "window.near = location.pathname + location.search")
                try await engine.withPage { page in
                    try await page.load("\(plugin.url)sub%20folder?a=b")
                    let seen = try await page.wait(for: "window.near").string
                    #expect(seen?.hasSuffix("/plugins/demo/sub%20folder/?a=b") == true, "\(seen ?? "")")
                }
            }
        }
    }
}
