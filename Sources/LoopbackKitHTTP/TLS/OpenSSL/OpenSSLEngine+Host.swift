extension OpenSSLEngine {
    /// X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS and X509_CHECK_FLAG_NEVER_CHECK_SUBJECT: `*` stands for a whole label, and names
    /// stand in the certificate's list of names alone (RFC 9525, sections 6.3 and 2.1).
    private static let nameRules: CUnsignedInt = 0x04 | 0x20
    /// SSL_CTRL_SET_TLSEXT_HOSTNAME.
    private static let setServerName: CInt = 55

    /// Wants a certificate for this host, and tells the server its name.
    func require(_ host: HTTPHost) throws(TLSError) {
        let parameters = unsafe library.connections.verifyParameters(connection)
        switch host {
        case .address(let address):
            // Addresses are not told: SNI has no place for them (RFC 6066, section 3).
            let bytes = address.bytes
            unsafe try library.check(library.trust.requireAddress(parameters, bytes, bytes.count))
        case .name(let name):
            let name = try Self.certificateName(name)
            unsafe library.trust.setNameRules(parameters, Self.nameRules)
            unsafe try library.check(library.trust.requireName(parameters, name, name.utf8.count))
            let result = unsafe name.withCString { text in
                unsafe library.connections.control(
                    connection,
                    Self.setServerName,
                    0,
                    UnsafeMutableRawPointer(mutating: text)
                )
            }
            try library.check(result)
        }
    }

    /// A name as certificates and SNI have it: without the dot at the end.
    ///
    /// OpenSSL would take an empty name for none wanted, and one that begins with a dot for any name below it.
    private static func certificateName(_ name: String) throws(TLSError) -> String {
        let name = name.utf8.last == UInt8(ascii: ".") ? String(decoding: name.utf8.dropLast(), as: UTF8.self) : name
        let isName =
            (1...253).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
            && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "*") }
        guard isName else { throw TLSError(.wrongHost, detail: "no certificate can be for this name") }
        return name
    }
}
