extension HTTPHost {
    /// Reads what a resolver is asked for: a host as in a URL, or an IPv6 address without brackets.
    ///
    /// - Parameter text: the host.
    /// - Throws: `HTTPURLError` when it is none.
    package init(lookUp text: String) throws(HTTPURLError) {
        if let address = IPAddress(text) {
            self = .address(address)
        } else {
            try self.init(text)
        }
    }
}

extension SocketAddress {
    /// An address and a port.
    package init(_ address: IPAddress, port: UInt16) {
        switch address {
        case .ipv4(let word): self = .ipv4(word, port: port)
        case .ipv6(let high, let low): self = .ipv6(high, low, port: port, zone: 0)
        }
    }
}
