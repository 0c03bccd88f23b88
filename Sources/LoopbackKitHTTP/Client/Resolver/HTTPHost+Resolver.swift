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
