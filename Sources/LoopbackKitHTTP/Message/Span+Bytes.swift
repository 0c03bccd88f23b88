extension Span<UInt8> {
    /// A hash for tables in memory; it is another one on other processors, and no secret.
    ///
    /// As FNV-1a, but eight bytes at a time.
    package var tableHash: UInt64 {
        unsafe withUnsafeBytes { bytes in
            var hash = UInt64(truncatingIfNeeded: bytes.count)
            var index = 0
            while index &+ 8 <= bytes.count {
                hash = Self.mix(hash, unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))  // within
                index &+= 8
            }
            var rest: UInt64 = 0
            while index < bytes.count {
                rest = unsafe rest &<< 8 | UInt64(bytes[index])  // within the length
                index &+= 1
            }
            hash = Self.mix(hash, rest)
            return hash ^ hash &>> 32
        }
    }

    @inline(__always)
    private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product &>> 29
    }

    /// Where a byte stands first from an index on; the count where it does not.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int {
        guard start < count else { return count }
        return unsafe withUnsafeBytes { bytes in
            let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
            var index = Swift.max(start, 0)
            while index &+ 8 <= bytes.count {
                // Within the length by the line above.
                let word =
                    unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ pattern
                // The lowest byte that is zero is the first one whose high bit is set here.
                let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
                if zeros != 0 { return index &+ zeros.trailingZeroBitCount &>> 3 }
                index &+= 8
            }
            while index < bytes.count, unsafe bytes[index] != byte { index &+= 1 }
            return index
        }
    }

    /// Whether the span has exactly these bytes.
    package func hasBytes(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == count else { return false }
        return unsafe withUnsafeBytes { left in
            unsafe bytes.withUnsafeBytes { right in
                var index = 0
                while index &+ 8 <= left.count {
                    // Both are as long, and hold eight more bytes.
                    let one = unsafe left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    guard unsafe one == right.loadUnaligned(fromByteOffset: index, as: UInt64.self) else {
                        return false
                    }
                    index &+= 8
                }
                while index < left.count {
                    guard unsafe left[index] == right[index] else { return false }
                    index &+= 1
                }
                return true
            }
        }
    }
}
