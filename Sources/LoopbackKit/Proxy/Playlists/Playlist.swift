package import LoopbackKitHTTP

/// What makes an answer an HLS playlist: its type, or how it begins (RFC 8216, section 4).
package enum Playlist {
    /// The greatest playlist that is rewritten, in bytes; a greater one passes as it is.
    ///
    /// An hour of two-second segments has some hundred kilobytes.
    package static let sizeLimit = 10 * 1024 * 1024

    /// How many addresses a playlist may have that is rewritten: some days of two-second segments.
    package static let addressLimit = 100_000

    /// Whether a `Content-Type` is that of playlists.
    package static func isType(_ contentType: String) -> Bool {
        guard mayBeType(contentType), let type = MediaType(contentType) else { return false }
        return types.contains { type.essence.utf8.elementsEqual($0.utf8) }
    }

    /// Whether a body begins with `#EXTM3U`, behind a byte order mark or not.
    package static func begins(_ body: some Collection<UInt8>) -> Bool {
        body.starts(with: beginning) || body.starts(with: byteOrderMark + beginning)
    }

    /// Whether a body that begins so may still turn out to be a playlist by more of it.
    package static func mayBegin(_ body: [UInt8]) -> Bool {
        let wholes = [beginning, byteOrderMark + beginning]
        return wholes.contains { body.count < $0.count && $0.starts(with: body) }
    }

    /// Whether an answer's type is one that playlists are sent with by servers that don't know them.
    ///
    /// Answers of other types are not looked into: their heads would wait for the first byte of their bodies, which for a
    /// stream of events may take minutes.
    package static func mayHaveType(_ contentType: String?) -> Bool {
        guard let contentType else { return true }
        // Mostly it stands alone, and is not taken apart then.
        if unspecificTypes.contains(where: { contentType.utf8.elementsEqual($0.utf8) }) { return true }
        guard let type = MediaType(contentType) else { return true }
        return unspecificTypes.contains { type.essence.utf8.elementsEqual($0.utf8) }
    }

    /// Whether a request's address or what it accepts tells that a playlist is wanted.
    ///
    /// - Parameters:
    ///   - path: the upstream path, percent-encoded and without a query.
    ///   - fields: the request's fields.
    /// - Returns: whether a playlist is to be expected.
    package static func isWanted(path: String, fields: HTTPFields) -> Bool {
        if hasEnding(path) { return true }
        return fields.values(of: .accept).contains { $0.split(separator: ",").contains { isType(String($0)) } }
    }

    private static func hasEnding(_ path: String) -> Bool {
        let isEscaped = path.utf8.contains(UInt8(ascii: "%"))
        return isEscaped ? hasEnding(PercentEncoding.decode(Array(path.utf8))) : hasEnding(path.utf8)
    }

    private static func hasEnding(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        endings.contains { name.suffix($0.count).lazy.map(lowercase).elementsEqual($0) }
    }

    /// Whether the text has what all the types have: to take one apart costs more, and most have it not.
    private static func mayBeType(_ contentType: String) -> Bool {
        let bytes = Array(contentType.utf8)
        let last = bytes.count - common.count
        guard last >= 0 else { return false }
        return (0...last).contains { start in
            lowercase(bytes[start]) == common[0]
                && common.indices.allSatisfy { lowercase(bytes[start + $0]) == common[$0] }
        }
    }

    private static let endings = [Array(".m3u8".utf8), Array(".m3u".utf8)]
    private static let common = Array("mpegurl".utf8)
    private static let types = [
        "application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl", "audio/x-mpegurl",
    ]
    private static let unspecificTypes = ["text/plain", "application/octet-stream", "binary/octet-stream"]
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let beginning = Array("#EXTM3U".utf8)
}
