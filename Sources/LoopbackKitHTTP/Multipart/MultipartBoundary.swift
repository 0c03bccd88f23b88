/// What divides the parts of a multipart body (RFC 2046, section 5.1.1).
public struct MultipartBoundary: Hashable, Sendable, CustomStringConvertible {
    /// CR, LF, two hyphens and the boundary: what a delimiter line begins with, line end before it included.
    package let delimiter: [UInt8]

    /// Makes a boundary from a parameter's value, without quotes.
    ///
    /// `nil` unless it has 1 to 70 letters, digits, spaces or `'()+_,-./:=?`, the last no space.
    public init?(_ value: String) {
        let bytes = Array(value.utf8)
        guard (1...70).contains(bytes.count), bytes.last != 32, bytes.allSatisfy(Self.isBoundaryByte) else {
            return nil
        }
        delimiter = [13, 10, 45, 45] + bytes
    }

    /// The boundary as the parameter's value.
    public var description: String { String(decoding: delimiter[4...], as: UTF8.self) }

    private static func isBoundaryByte(_ byte: UInt8) -> Bool {
        switch byte {
        // Digits and the colon; letters.
        case 48...58, 65...90, 97...122: true
        // Space ' ( ) + , - . / = ? _
        case 32, 39...41, 43...47, 61, 63, 95: true
        default: false
        }
    }
}
