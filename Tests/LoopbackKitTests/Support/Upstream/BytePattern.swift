#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// A body of any length that needs no memory and whose every byte is known by its place.
///
/// It repeats after a prime number of bytes: a block that is lost, doubled or moved is seen wherever blocks have sizes
/// that programs choose.
struct BytePattern: Sendable {
    static let period = 65_521

    /// The bytes of a period and a half, so that a run of many bytes is a slice of it.
    private let block: [UInt8]

    init(seed: UInt64 = 1) {
        var state = seed
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.period)
        while bytes.count < Self.period {
            // SplitMix64: well mixed from any seed.
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
            word ^= word >> 31
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        bytes.removeLast(bytes.count - Self.period)
        block = bytes + bytes[..<(Self.period / 2)]
    }

    /// The most bytes that `slice` gives.
    static let largestSlice = period / 2

    /// The bytes from an offset on, at most `largestSlice` of them.
    func slice(at offset: Int, count: Int) -> ArraySlice<UInt8> {
        let start = offset % Self.period
        return block[start..<(start + min(count, Self.largestSlice))]
    }

    /// The first bytes.
    func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count { bytes += slice(at: bytes.count, count: count - bytes.count) }
        return bytes
    }

    /// Compares what arrives with a pattern.
    struct Check: Sendable {
        private let pattern: BytePattern
        /// How many bytes came.
        private(set) var count = 0
        /// The place of the first byte that was another one.
        private(set) var firstFault: Int?

        init(seed: UInt64 = 1) { pattern = BytePattern(seed: seed) }

        var isIntact: Bool { firstFault == nil }

        mutating func take(_ bytes: [UInt8]) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let wanted = pattern.slice(at: count, count: rest.count)
                let part = rest.prefix(wanted.count)
                // Not `==`, whose loop over elements takes most of a debug build's time.
                if firstFault == nil, !Self.isSame(part, wanted) {
                    firstFault = zip(part, wanted).enumerated().first { $1.0 != $1.1 }.map { count + $0.offset }
                }
                count += part.count
                rest.removeFirst(part.count)
            }
        }

        private static func isSame(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
            unsafe first.withUnsafeBytes { first in
                unsafe second.withUnsafeBytes { second in  // both as long as the shorter one is read
                    guard let left = first.baseAddress, let right = second.baseAddress else { return true }
                    return unsafe first.count == second.count && memcmp(left, right, first.count) == 0
                }
            }
        }
    }
}

/// The 64-bit FNV-1a hash of bytes that come in parts.
struct BodyHash: Hashable, Sendable, CustomStringConvertible {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ bytes: [UInt8] = []) { add(bytes) }

    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// In hexadecimal, as an echo tells it.
    var description: String { String(value, radix: 16) }
}
