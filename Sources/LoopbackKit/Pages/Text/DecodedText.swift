/// Collects a text as its escapes are undone, with the source place of each byte.
package struct DecodedText {
    private var bytes: [UInt8] = []
    private var places: [Int] = []

    package init(capacity: Int) {
        bytes.reserveCapacity(capacity)
        places.reserveCapacity(capacity + 1)
    }

    /// Adds a byte whose source begins at a place.
    package mutating func append(_ byte: UInt8, at place: Int) {
        bytes.append(byte)
        places.append(place)
    }

    /// Adds a code point whose source begins at a place; one that is no Unicode scalar becomes U+FFFD.
    package mutating func append(codePoint: UInt32, at place: Int) {
        let scalar = Unicode.Scalar(codePoint) ?? "\u{FFFD}"
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte, at: place) }
    }

    /// The text, whose source ends at a place.
    package consuming func finish(at end: Int) -> SourceText {
        places.append(end)
        return SourceText(bytes: bytes, places: places)
    }
}
