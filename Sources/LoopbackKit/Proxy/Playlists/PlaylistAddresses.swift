/// Finds where addresses stand in a playlist (RFC 8216, sections 4.1 and 4.2).
///
/// They stand on lines of their own, and in quoted attributes of tags: `URI`, those whose name ends in `-URI`, such as
/// `SERVER-URI` and `X-ASSET-URI`, and `X-ASSET-LIST`.
struct PlaylistAddresses {
    private let text: [UInt8]
    private var found: [Range<Int>] = []

    /// The addresses' places in their order.
    static func find(in text: [UInt8]) -> [Range<Int>] {
        var addresses = PlaylistAddresses(text: text)
        var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < text.count {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            if text[start] == UInt8(ascii: "#") { addresses.readTag(start..<end) } else { addresses.add(start..<end) }
            start = end + 1
        }
        return addresses.found
    }

    private init(text: [UInt8]) { self.text = text }

    /// Adds a run without white space around it, unless nothing is left of it.
    private mutating func add(_ run: Range<Int>) {
        var (start, end) = (run.lowerBound, run.upperBound)
        while start < end, text[start] <= 32 { start += 1 }
        while end > start, text[end - 1] <= 32 { end -= 1 }
        if start < end { found.append(start..<end) }
    }

    /// Looks through the attributes of a tag; a line that begins otherwise is a comment.
    private mutating func readTag(_ line: Range<Int>) {
        // What follows EXTINF is a duration and a title.
        guard text[line].starts(with: "#EXT".utf8), !text[line].starts(with: "#EXTINF".utf8),
            let colon = text[line].firstIndex(of: UInt8(ascii: ":"))
        else { return }
        var index = colon + 1
        while index < line.upperBound {
            let name = index..<end(of: index, line) { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ",") }
            index = name.upperBound
            let quote = index + 1
            if quote < line.upperBound, text[index] == UInt8(ascii: "="), text[quote] == UInt8(ascii: "\"") {
                // A quoted string has no escapes.
                let close = end(of: quote + 1, line) { $0 == UInt8(ascii: "\"") }
                if close < line.upperBound, isAddress(name) { add(quote + 1..<close) }
                index = close
            }
            index = end(of: index, line) { $0 == UInt8(ascii: ",") } + 1
        }
    }

    /// Where the first byte of a kind stands from an index on, or the line's end.
    private func end(of index: Int, _ line: Range<Int>, where isEnd: (UInt8) -> Bool) -> Int {
        text[min(index, line.upperBound)..<line.upperBound].firstIndex(where: isEnd) ?? line.upperBound
    }

    private func isAddress(_ range: Range<Int>) -> Bool {
        let name = text[range].filter { $0 > 32 }
        return name.elementsEqual("URI".utf8) || name.reversed().starts(with: "-URI".utf8.reversed())
            || name.elementsEqual("X-ASSET-LIST".utf8)
    }
}
