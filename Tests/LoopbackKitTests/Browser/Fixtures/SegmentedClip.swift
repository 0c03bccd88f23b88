import Foundation
import Testing

/// A film of five segments of a second, made by ffmpeg.
struct SegmentedClip: Sendable {
    /// Transport streams, in order.
    let segments: [[UInt8]]

    /// Makes it; the calling test is skipped where ffmpeg is not installed.
    static func make() async throws -> SegmentedClip {
        let folder = try ScratchFolder("clip")
        // A key frame at each second, where the segments are cut.
        try await FFmpeg.run(
            """
            -f lavfi -i testsrc=size=160x120:rate=10:duration=5 -c:v libx264 -profile:v main -pix_fmt yuv420p -g 10 \
            -keyint_min 10 -sc_threshold 0 -f hls -hls_time 1 -hls_list_size 0 \
            -hls_segment_filename \(folder.path)/%d.ts \(folder.path)/list.m3u8
            """,
            in: folder
        )
        return SegmentedClip(segments: folder.contents { "\($0).ts" })
    }
}

/// The program that makes films for tests.
enum FFmpeg {
    /// Runs it; the calling test is skipped where it is not installed.
    ///
    /// - Parameters:
    ///   - arguments: its arguments, with one space between them.
    ///   - folder: where its messages go.
    /// - Throws: `BrowserFailure` when it makes nothing.
    static func run(_ arguments: String, in folder: ScratchFolder) async throws {
        guard let program = InstalledProgram.path("ffmpeg") else {
            Issue.record("skipped: no ffmpeg: apt-get install --no-install-recommends ffmpeg", severity: .warning)
            try Test.cancel("ffmpeg is not installed here")
        }
        try await onThread {
            let process = try ChildProcess(
                program,
                ["-nostdin", "-v", "error"] + arguments.split(separator: " ").map(String.init),
                log: "\(folder.path)/log"
            )
            guard process.waitForEnd(within: .seconds(20)) else { throw process.failure("made no film") }
            process.end()
        }
    }
}

extension ScratchFolder {
    /// A file's bytes; `nil` where there is none.
    func content(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init) }

    /// The bytes of files whose names are counted from zero.
    func contents(_ name: (Int) -> String) -> [[UInt8]] {
        var contents: [[UInt8]] = []
        while let content = content(name(contents.count)) { contents.append(content) }
        return contents
    }
}

extension FaultUpstream {
    /// Answers with a file's bytes, or with the one range that is asked for, as media players want.
    func serve(_ path: String, _ content: [UInt8], _ type: String) {
        on(path) { request, connection in
            let range = request["Range"].flatMap { Self.range($0, of: content.count) }
            let part = content[range ?? 0..<content.count]
            var head = "HTTP/1.1 \(range == nil ? "200 OK" : "206 Partial Content")\r\nAccept-Ranges: bytes\r\n"
            if let range {
                head += "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.count)\r\n"
            }
            try connection.send(head + "Content-Type: \(type)\r\nContent-Length: \(part.count)\r\n\r\n")
            if request.method != "HEAD" { try connection.send(part) }
        }
    }

    /// A range such as `bytes=0-` or `bytes=5-9`; `nil` for every other form.
    private static func range(_ value: String, of count: Int) -> Range<Int>? {
        let parts = value.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Int(parts[0]), first < count else { return nil }
        let last = Int(parts[1]) ?? count - 1
        return first <= last ? first..<min(last + 1, count) : nil
    }
}
