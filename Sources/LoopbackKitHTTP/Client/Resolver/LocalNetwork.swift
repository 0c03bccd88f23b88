/// The addresses of this machine and the networks that it is directly connected to.
///
/// It is a picture of one moment: networks come and go.
public struct LocalNetwork: Hashable, Sendable {
    /// The addresses of the machine's interfaces.
    public var addresses: Set<IPAddress>
    /// The networks that the interfaces lie in, and the far ends of links between two machines.
    public var prefixes: Set<IPPrefix>

    /// Makes a picture.
    ///
    /// - Parameters:
    ///   - addresses: the addresses of the machine's interfaces.
    ///   - prefixes: the networks that they lie in.
    public init(addresses: Set<IPAddress> = [], prefixes: Set<IPPrefix> = []) {
        self.addresses = addresses
        self.prefixes = prefixes
    }

    /// Whether an address lies in one of the directly connected networks.
    public func isConnected(_ address: IPAddress) -> Bool { prefixes.contains { $0.contains(address) } }
}
