/// Tells whether bytes are UTF-8 as they come, cut anywhere (Unicode Standard, section 3.9, table 3-7).
///
/// It refuses at the first byte that no character can have there: overlong forms, surrogates and what is beyond U+10FFFF
/// are seen before their character is complete.
package struct UTF8Validator: Sendable {
    /// Whether everything so far can be the start of a UTF-8 text.
    package private(set) var isValid = true
    /// How many bytes of a character are missing, and the bounds of the next one.
    private var missing: UInt8 = 0
    private var bounds = Self.anyContinuation

    private static let anyContinuation: ClosedRange<UInt8> = 0x80...0xBF

    package init() {}

    /// Whether bytes are a whole UTF-8 text.
    package static func accepts(_ bytes: [UInt8]) -> Bool {
        var validator = UTF8Validator()
        validator.read(bytes.span)
        return validator.isComplete
    }

    /// Whether the text may end here: it is valid and no character is cut.
    package var isComplete: Bool { isValid && missing == 0 }

    /// Looks at the next bytes.
    ///
    /// - Returns: whether the text is valid up to here; once it is not, it stays so.
    @discardableResult
    package mutating func read(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        while isValid, index < bytes.count {
            if missing == 0 { index = bytes.endOfASCII(from: index) }
            guard index < bytes.count else { break }
            read(bytes[index])
            index &+= 1
        }
        return isValid
    }

    private mutating func read(_ byte: UInt8) {
        if missing > 0 {
            isValid = bounds.contains(byte)
            missing &-= 1
            bounds = Self.anyContinuation
        } else if byte >= 0x80 {
            begin(byte)
        }
    }

    private mutating func begin(_ byte: UInt8) {
        switch byte {
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, bounds) = (2, 0xA0...0xBF)
        case 0xED: (missing, bounds) = (2, 0x80...0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, bounds) = (3, 0x90...0xBF)
        case 0xF1...0xF3: missing = 3
        case 0xF4: (missing, bounds) = (3, 0x80...0x8F)
        default: isValid = false
        }
    }
}

extension Span<UInt8> {
    /// The first index from `start` on that may hold a byte of 0x80 or above: everything before is ASCII.
    fileprivate func endOfASCII(from start: Int) -> Int {
        unsafe withUnsafeBytes { bytes in
            var index = start
            // Sixteen bytes at a time lie within the bounds that the loop checks.
            while index &+ 16 <= bytes.count {
                let lanes = unsafe bytes.loadUnaligned(fromByteOffset: index, as: SIMD2<UInt64>.self)
                guard (lanes[0] | lanes[1]) & 0x8080_8080_8080_8080 == 0 else { break }
                index &+= 16
            }
            while unsafe index < bytes.count && bytes[index] < 0x80 { index &+= 1 }
            return index
        }
    }
}
