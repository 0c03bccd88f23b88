import LoopbackKit
import LoopbackKitHTTP
import Testing

extension BrowserTests {
    /// Images, fonts, sounds and films of another site, by the proxy's address.
    @Suite("Proxied media", .timeLimit(.minutes(2)))
    struct ProxyMediaTests {
        /// Gives `media(name)`, an element that has loaded its data, and `happens(element, name)`.
        private static let functions = """
            const happens = (element, name) => new Promise((resolve, reject) => {
                element.addEventListener(name, resolve, { once: true });
                const fails = () => reject(new Error(element.error?.message ?? 'it failed'));
                element.addEventListener('error', fails, { once: true });
            });
            const media = async (name, src) => {
                const element = document.createElement(name);
                Object.assign(element, { muted: true, preload: 'auto', src });
                document.body.append(element);
                if (element.readyState < 2) await happens(element, 'loadeddata');
                return element;
            };

            """

        @Test("PROXY-4 An image and a font of another site are shown", arguments: BrowserEngine.allCases)
        func still(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                site.upstream.serve("/hills.png", try SampleFile.bytes("images/hills.png"), "image/png")
                site.upstream.serve("/loop.woff2", try SampleFile.bytes("fonts/loop.woff2"), "font/woff2")
                let seen = try await site.run(
                    """
                    const image = new Image();
                    image.src = proxy('/hills.png');
                    await image.decode();
                    const face = new FontFace('loop', `url(${proxy('/loop.woff2')})`);
                    await face.load();
                    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
                    const context = canvas.getContext('2d');
                    context.drawImage(image, 0, 0);
                    return [image.naturalWidth > 0, face.status, context.getImageData(0, 0, 1, 1).data.length]
                    """
                )
                #expect(seen == [true, "loaded", 4])
                #expect(site.upstream.requests.map(\.path) == ["/hills.png", "/loop.woff2"])
            }
        }

        @Test("PROXY-9 A sound and a film of another site play and seek", arguments: BrowserEngine.allCases)
        func moving(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                try await require(engine, site)
                site.upstream.serve("/tone.wav", try SampleFile.bytes("media/tone.wav"), "audio/wav")
                site.upstream.serve("/clip.mp4", try SampleFile.bytes("media/clip.mp4"), "video/mp4")
                let seen = try await site.run(
                    Self.functions + """
                        const sound = await media('audio', proxy('/tone.wav'));
                        await sound.play();
                        const film = await media('video', proxy('/clip.mp4'));
                        const sought = happens(film, 'seeked');
                        film.currentTime = 2;
                        await sought;
                        await film.play();
                        return [sound.duration > 0.2, film.videoWidth, film.currentTime >= 1.8]
                        """
                )
                #expect(seen == [true, 480, true])
                #expect(Set(site.upstream.requests.map(\.path)) == ["/tone.wav", "/clip.mp4"])
            }
        }

        /// A playlist's addresses, a segment each, in every form that leads out of the proxy as it stands.
        private func segments(_ site: ProxiedPage) -> [(address: String, path: String)] {
            [
                ("\(site.origin)/absolute/0.ts?a=1", "/absolute/0.ts"), ("/root/1.ts", "/root/1.ts"),
                ("//\(site.authority)/scheme/2.ts", "/scheme/2.ts"), ("../climbing/3.ts", "/climbing/3.ts"),
                ("4.ts", "/live/4.ts"),
            ]
        }

        @Test(
            "PROXY-11 A film in segments plays whose playlists name them in every way",
            arguments: BrowserEngine.allCases
        )
        func playlist(engine: BrowserEngine) async throws {
            try await ProxiedPage.with(engine) { site in
                try await require(engine, site)
                let type = "application/vnd.apple.mpegurl"
                let can = try await site.run("return document.createElement('video').canPlayType('\(type)')")
                try engine.require(can != "", "plays no playlists: WebKit needs gstreamer1.0-plugins-bad")
                let clip = try await SegmentedClip.make()
                let segments = segments(site)
                try #require(clip.segments.count == segments.count)
                var list = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXT-X-PLAYLIST-TYPE:VOD\n"
                for (content, segment) in zip(clip.segments, segments) {
                    list += "#EXTINF:1.0,\n\(segment.address)\n"
                    site.upstream.serve(segment.path, content, "video/mp2t")
                }
                site.upstream.serve("/live/list.m3u8", Array((list + "#EXT-X-ENDLIST\n").utf8), type)
                let variants = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=200000\n/live/list.m3u8\n"
                site.upstream.serve("/main.m3u8", Array(variants.utf8), type)
                let seen = try await site.run(
                    Self.functions + """
                        const film = await media('video', proxy('/main.m3u8'));
                        const ended = happens(film, 'ended');
                        film.playbackRate = 2;
                        await film.play();
                        await ended;
                        return [film.videoWidth, film.currentTime >= 4.8]
                        """,
                    within: .seconds(40)
                )
                #expect(seen == [160, true])
                let paths = Set(site.upstream.requests.map(\.path))
                #expect(paths.isSuperset(of: ["/main.m3u8", "/live/list.m3u8"] + segments.map(\.path)))
                // Nothing went past the proxy: the name leads nowhere but there.
                for request in site.upstream.requests where request.path.hasSuffix("m3u8") {
                    #expect(request["Range"] == nil && request["Accept-Encoding"] == "identity")
                }
            }
        }

        private func require(_ engine: BrowserEngine, _ site: ProxiedPage) async throws {
            let can = try await site.run(
                "return document.createElement('video').canPlayType('video/mp4; codecs=\"avc1.4d4015\"')"
            )
            try engine.require(can != "", "plays no H.264: WebKit needs gstreamer1.0-libav")
        }
    }
}
