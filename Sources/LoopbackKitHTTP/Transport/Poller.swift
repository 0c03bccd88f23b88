/// What a poller saw on a descriptor.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: 1)
    package static let writable = Readiness(rawValue: 2)
    /// The peer sends no more.
    package static let halfClosed = Readiness(rawValue: 4)
    /// The connection failed or both directions have ended.
    package static let hungUp = Readiness(rawValue: 8)
}

/// One thing a poller reports: which registration it was for, and what it saw.
package struct PollEvent {
    /// The descriptor in the low half, the registration's generation in the high half.
    package let key: UInt64
    package let readiness: Readiness

    package var descriptor: Int { Int(truncatingIfNeeded: key & 0xFFFF_FFFF) }
    package var generation: UInt32 { UInt32(truncatingIfNeeded: key >> 32) }

    package static func key(_ descriptor: CInt, _ generation: UInt32) -> UInt64 {
        UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
    }
}
