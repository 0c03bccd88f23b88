import LoopbackKit
import LoopbackKitHTTP

/// A film of four seconds with its sound apart, both in fragments of a second, and one of the picture's encrypted.
struct FragmentedFilm: Sendable {
    /// Fragments, and what has to come before them.
    struct Track: Sendable {
        let start: [UInt8]
        let fragments: [[UInt8]]
    }

    let picture: Track
    let sound: Track
    /// The third of the picture's fragments by AES-128 (RFC 8216, section 4.3.2.4).
    let locked: [UInt8]

    static let key = Array(UInt8(0)..<16)
    static let vector = "101112131415161718191a1b1c1d1e1f"

    /// Makes it; the calling test is skipped where ffmpeg is not installed.
    static func make() async throws -> FragmentedFilm {
        let folder = try ScratchFolder("film")
        let sources = [
            "p": "testsrc=size=160x120:rate=10:duration=4 -c:v libx264 -profile:v main -bf 0 -pix_fmt yuv420p -g 10 "
                + "-keyint_min 10 -sc_threshold 0",
            "s": "sine=frequency=440:duration=4 -c:a aac -b:a 64k",
        ]
        for (name, source) in sources {
            try await FFmpeg.run(
                """
                -f lavfi -i \(source) -f hls -hls_time 1 -hls_list_size 0 -hls_segment_type fmp4 \
                -hls_fmp4_init_filename \(name).mp4 -hls_segment_filename \(folder.path)/\(name)%d.m4s \
                \(folder.path)/\(name).m3u8
                """,
                in: folder
            )
        }
        let key = key.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        try await FFmpeg.run(
            """
            -f data -i \(folder.path)/p2.m4s -map 0 -c copy -f data -encryption_key \(key) -encryption_iv \(vector) \
            crypto:\(folder.path)/locked
            """,
            in: folder
        )
        return FragmentedFilm(
            picture: Track(start: try required(folder.content("p.mp4")), fragments: folder.contents { "p\($0).m4s" }),
            sound: Track(start: try required(folder.content("s.mp4")), fragments: folder.contents { "s\($0).m4s" }),
            locked: try required(folder.content("locked"))
        )
    }
}

extension FragmentedFilm {
    /// The other name of the upstream, where a redirect leads.
    static let name = "media.test"

    /// Lets pages call the upstream by its other name, too.
    static func admitName(_ configuration: inout LoopbackConfiguration) {
        guard let known = configuration.proxy?.openings.first, let host = try? HTTPHost(name),
            let opening = UpstreamOpening(host: host, port: known.port, address: known.address)
        else { return }
        configuration.proxy?.openings.insert(opening)
        (configuration.proxy?.resolver as? ScriptedResolver)?.answer(name, .addresses(["127.0.0.1"]))
    }

    /// What a player asks for, and the name by which it has to.
    static let calls: [String: String] = [
        "/start.m3u8": ProxiedPage.name, "/film/main.m3u8": name, "/film/list.m3u8": name, "/film/all.mp4": name,
        "/keys/one": ProxiedPage.name, "/cut/2": name, "/far/3.m4s": ProxiedPage.name, "/sound/list.m3u8": name,
        "/sound/parts/start.mp4": name, "/sound/0.m4s": name,
    ]

    /// Puts the film on an upstream: `/start.m3u8` leads to a main playlist on the other name.
    ///
    /// Its lists name their parts by addresses of each form, as byte ranges, with maps and with a key.
    func serve(on site: ProxiedPage) {
        let upstream = site.upstream, other = "\(Self.name):\(site.upstream.port)"
        func list(_ path: String, _ lines: [String]) {
            let text = (["#EXTM3U", "#EXT-X-VERSION:7"] + lines).joined(separator: "\n") + "\n"
            upstream.serve(path, Array(text.utf8), "application/vnd.apple.mpegurl")
        }
        upstream.on("/start.m3u8", .answer(.found, "", ["Location": "http://\(other)/film/main.m3u8"]))
        list(
            "/film/main.m3u8",
            [
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"s\",NAME=\"one\",DEFAULT=YES,AUTOSELECT=YES,"
                    + "URI=\"//\(other)/sound/list.m3u8\"",
                "#EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS=\"avc1.4d400a,mp4a.40.2\",AUDIO=\"s\"",
                // The player knows no folder of this playlist but the one it asked for.
                "list.m3u8?a=1",
            ]
        )
        let beginning = ["#EXT-X-TARGETDURATION:1", "#EXT-X-PLAYLIST-TYPE:VOD"]
        let (start, parts) = (picture.start.count, picture.fragments)
        list(
            "/film/list.m3u8",
            beginning + [
                "#EXT-X-MAP:URI=\"all.mp4\",BYTERANGE=\"\(start)@0\"",
                "#EXTINF:1.0,", "#EXT-X-BYTERANGE:\(parts[0].count)@\(start)", "all.mp4",
                "#EXTINF:1.0,", "#EXT-X-BYTERANGE:\(parts[1].count)", "all.mp4",
                "#EXT-X-KEY:METHOD=AES-128,URI=\"\(site.origin)/keys/one?k=1\",IV=0x\(Self.vector)",
                "#EXTINF:1.0,", "/cut/2",
                "#EXT-X-KEY:METHOD=NONE",
                "#EXTINF:1.0,", "\(site.origin)/far/3.m4s",
                "#EXT-X-ENDLIST",
            ]
        )
        upstream.serve("/film/all.mp4", picture.start + parts[0] + parts[1], "video/mp4")
        upstream.serve("/keys/one", Self.key, "application/octet-stream")
        upstream.serve("/cut/2", locked, "video/mp4")
        upstream.serve("/far/3.m4s", parts[3], "video/mp4")
        let sounds = sound.fragments.indices.flatMap { ["#EXTINF:1.0,", "../sound/\($0).m4s"] }
        list("/sound/list.m3u8", beginning + ["#EXT-X-MAP:URI=\"parts/start.mp4\""] + sounds + ["#EXT-X-ENDLIST"])
        upstream.serve("/sound/parts/start.mp4", sound.start, "audio/mp4")
        for (index, part) in sound.fragments.enumerated() { upstream.serve("/sound/\(index).m4s", part, "audio/mp4") }
    }
}
