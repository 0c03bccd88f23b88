/// The four bytes that a client's payload is combined with, so that it can't be taken for something else on its way
/// (RFC 6455, section 5.3).
package struct WebSocketMask: Hashable, Sendable {
    /// The bytes in their order on the wire, the first in the lowest bits.
    private let word: UInt32

    /// Makes a mask from a word whose lowest byte stands first.
    package init(_ word: UInt32) { self.word = word }

    /// A mask that nobody can foresee.
    package static func random() -> Self { Self(.random(in: .min ... .max)) }

    package var bytes: [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) } }

    /// Masks or unmasks what stands from an index on.
    ///
    /// - Parameters:
    ///   - bytes: the payload, or a part of it, at the end of the array.
    ///   - start: where the part begins.
    ///   - offset: how many bytes of the payload came before the part.
    package func apply(to bytes: inout [UInt8], from start: Int, offset: Int = 0) {
        let turned = turn(by: offset)
        let pattern = (UInt64(turned) << 32 | UInt64(turned)).littleEndian
        unsafe bytes.withUnsafeMutableBytes { all in
            var index = start
            // Eight bytes at a time, within the bounds that the loop checks; the compiler makes vectors of it.
            while index &+ 8 <= all.count {
                let eight = unsafe all.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                unsafe all.storeBytes(of: eight ^ pattern, toByteOffset: index, as: UInt64.self)
                index &+= 8
            }
            var rest = turned
            while index < all.count {
                unsafe all[index] ^= UInt8(truncatingIfNeeded: rest)
                rest >>= 8
                if (index &- start) & 3 == 3 { rest = turned }
                index &+= 1
            }
        }
    }

    /// The mask as it stands at an offset into the payload.
    private func turn(by offset: Int) -> UInt32 {
        let shift = UInt32(truncatingIfNeeded: offset & 3) &* 8
        return shift == 0 ? word : word >> shift | word << (32 &- shift)
    }
}
