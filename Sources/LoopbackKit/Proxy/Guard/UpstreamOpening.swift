public import LoopbackKitHTTP

/// A service on this machine that pages may call all the same, for development.
///
/// Host, port and address are opened together: a name alone would be open to whatever it leads to later.
public struct UpstreamOpening: Hashable, Sendable {
    /// The host as pages write it.
    public let host: HTTPHost
    /// The port.
    public let port: UInt16
    /// The loopback address that the host must lead to.
    public let address: IPAddress

    /// Makes an opening.
    ///
    /// - Parameters:
    ///   - host: the host as pages write it; case and a dot at its end count, as in a URL's origin.
    ///   - port: the port.
    ///   - address: the address that the host must lead to; for an address the same one.
    /// - Returns: `nil` when the address is no loopback address, when a host that is an address is another one, or when
    ///   the port is one that no page may call.
    public init?(host: HTTPHost, port: UInt16, address: IPAddress) {
        guard AddressClass(of: address).kind == .loopback, !BadPorts.contains(port) else { return nil }
        if case .address(let own) = host, own != address { return nil }
        self.host = host
        self.port = port
        self.address = address
    }

    /// Opens an address.
    ///
    /// - Parameters:
    ///   - address: a loopback address.
    ///   - port: the port.
    /// - Returns: `nil` when the address is no loopback address, or when the port is one that no page may call.
    public init?(address: IPAddress, port: UInt16) {
        self.init(host: .address(address), port: port, address: address)
    }
}
