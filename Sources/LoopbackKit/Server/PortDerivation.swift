internal import LoopbackKitHTTP

/// The ports that an application tries, derived from its identifier so that its origin survives a relaunch.
///
/// Changing this loses every user's web storage.
package enum PortDerivation {
    /// The first dynamic port (RFC 6335, section 6).
    private static let first: UInt16 = 49152
    private static let count: UInt64 = 16384
    /// How many derived ports are tried before the system chooses.
    package static let tries = 4

    /// The port an application has unless it is taken: 49152 + FNV-1a(identifier) mod 16384.
    package static func port(for identifier: String) -> UInt16 { port(of: hash(identifier)) }

    /// Four different ports in the order they are tried.
    ///
    /// Those after the first come from the identifier followed by one byte: 1, 2, 3 and so on.
    package static func ports(for identifier: String) -> [UInt16] {
        let hash = hash(identifier)
        var ports = [port(of: hash)]
        for suffix in UInt8(1)...255 where ports.count < tries {
            let next = port(of: FNV1a.add(suffix, to: hash))
            if !ports.contains(next) { ports.append(next) }
        }
        return ports
    }

    private static func hash(_ identifier: String) -> UInt64 { FNV1a.hash(identifier.utf8) }

    private static func port(of hash: UInt64) -> UInt16 { first + UInt16(truncatingIfNeeded: hash % count) }
}
