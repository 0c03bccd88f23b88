/// The line before a chunk's data: its size and extensions (RFC 9112, section 7.1.1), taken byte by byte.
struct ChunkLine: Sendable {
    /// How many bytes the extensions of a body may take in sum.
    static let largestExtensions = 4096
    /// Fifteen hexadecimal digits never overflow 64 bits.
    private static let mostDigits = 15

    private enum Stage {
        case size
        case nameStart
        case name
        case valueStart
        case token
        case quoted
        case escape
        case quotedEnd
        case lineFeed
    }

    private var stage = Stage.size
    private var digits = 0
    private(set) var size = 0

    /// Whether the byte just taken belongs to an extension.
    var isInExtension: Bool { stage != .size && stage != .lineFeed }

    /// Takes the next byte, and tells whether the line is complete with it.
    mutating func take(_ byte: UInt8) throws(HTTPRefusal) -> Bool {
        switch stage {
        case .size: try takeSize(byte)
        case .lineFeed:
            guard byte == 10 else { throw .malformed(.malformedLineEnd) }
            return true
        default: stage = try next(byte)
        }
        return false
    }

    private mutating func takeSize(_ byte: UInt8) throws(HTTPRefusal) {
        if let digit = hexadecimalValue(byte) {
            digits += 1
            let (product, isTooLarge) = size.multipliedReportingOverflow(by: 16)
            guard digits <= Self.mostDigits, !isTooLarge else { throw .malformed(.chunkSizeTooLarge) }
            size = product | Int(digit)
        } else {
            guard digits > 0 else { throw .malformed(.malformedChunkSize) }
            guard let next = Self.afterPart(byte) else { throw .malformed(.malformedChunkSize) }
            stage = next
        }
    }

    /// What follows a byte of `*( ";" name [ "=" ( token / quoted-string ) ] )`.
    ///
    /// The white space that the grammar calls bad is refused: no client sends it, and readers differ in what they make
    /// of it.
    private func next(_ byte: UInt8) throws(HTTPRefusal) -> Stage {
        let next: Stage? =
            switch stage {
            case .nameStart: isTokenByte(byte) ? .name : nil
            case .name: isTokenByte(byte) ? .name : byte == 61 ? .valueStart : Self.afterPart(byte)
            case .valueStart: byte == 34 ? .quoted : isTokenByte(byte) ? .token : nil
            case .token: isTokenByte(byte) ? .token : Self.afterPart(byte)
            case .quoted: byte == 34 ? .quotedEnd : byte == 92 ? .escape : Self.isText(byte) ? .quoted : nil
            case .escape: Self.isText(byte) ? .quoted : nil
            case .quotedEnd: Self.afterPart(byte)
            case .size, .lineFeed: nil
            }
        guard let next else { throw .malformed(.malformedChunkExtension) }
        return next
    }

    private static func afterPart(_ byte: UInt8) -> Stage? { byte == 59 ? .nameStart : byte == 13 ? .lineFeed : nil }

    /// A byte of a quoted string (RFC 9110, section 5.6.4).
    private static func isText(_ byte: UInt8) -> Bool { byte >= 32 && byte != 127 || byte == 9 }
}
