/// The 64-bit hash of Fowler, Noll and Vo, variant 1a: of paths that are looked up, and of the port.
package enum FNV1a {
    package static let start: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x0000_0100_0000_01B3

    /// The hash of some bytes.
    package static func hash(_ bytes: Span<UInt8>) -> UInt64 {
        var hash = start
        for index in 0..<bytes.count { hash = add(bytes[index], to: hash) }
        return hash
    }

    /// The hash of what `hash` stands for and one more byte.
    @inline(__always)
    package static func add(_ byte: UInt8, to hash: UInt64) -> UInt64 { (hash ^ UInt64(byte)) &* prime }
}
