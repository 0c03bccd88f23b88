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

    /// Makes an opening; `nil` when the address is no loopback address, when the host is another address, or when the
    /// port is one that no page may call.
    ///
    /// - Parameters:
    ///   - host: the host as pages write it; a dot at its end counts, as in an origin.
    ///   - port: the port.
    ///   - address: the address that the host must lead to; for an address the same one.
    public init?(host: HTTPHost, port: UInt16, address: IPAddress) {
        let addressClass = AddressClass(of: address)
        // A form that only carries a loopback address may mean another machine's.
        guard addressClass.kind == .loopback, addressClass.judged == address, !BadPorts.contains(port) else {
            return nil
        }
        if case .address(let own) = host, own != address { return nil }
        self.host = host
        self.port = port
        self.address = address
    }

    /// Opens an address; `nil` when it is no loopback address, or when the port is one that no page may call.
    ///
    /// - Parameters:
    ///   - address: a loopback address.
    ///   - port: the port.
    public init?(address: IPAddress, port: UInt16) {
        self.init(host: .address(address), port: port, address: address)
    }
}
