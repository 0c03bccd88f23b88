/// The 64-bit hash of Fowler, Noll and Vo, variant 1a.
///
/// It tells damage and change by accident, not by intent.
package enum FNV1a {
    private static let start: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x0000_0100_0000_01B3

    /// The hash of some bytes.
    package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(start) { add($1, to: $0) } }

    /// The hash of what `hash` stands for and one more byte.
    package static func add(_ byte: UInt8, to hash: UInt64) -> UInt64 { (hash ^ UInt64(byte)) &* prime }
}
