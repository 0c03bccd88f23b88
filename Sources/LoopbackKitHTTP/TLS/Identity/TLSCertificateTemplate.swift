/// What a certificate that is made here is to say.
package struct TLSCertificateTemplate: Hashable, Sendable {
    /// The kinds of keys.
    package enum Key: Hashable, Sendable {
        /// An elliptic-curve key on P-256.
        case p256
        /// An RSA key of 2048 bits, which takes some hundred milliseconds to make.
        case rsa2048
    }

    /// Whom it names; 64 characters at most.
    package var commonName: String
    /// The names and addresses that it is for; a name may begin with `*.`.
    package var hosts: [HTTPHost]
    /// From when on and until when it is good.
    package var validity: ClosedRange<HTTPDate>
    /// Whether it may sign other certificates, and then is not for servers.
    package var isAuthority: Bool
    /// Its key.
    package var key: Key

    /// Makes a template.
    package init(
        commonName: String,
        hosts: [HTTPHost] = [],
        validity: ClosedRange<HTTPDate>,
        isAuthority: Bool = false,
        key: Key = .p256
    ) {
        self.commonName = commonName
        self.hosts = hosts
        self.validity = validity
        self.isAuthority = isAuthority
        self.key = key
    }
}

extension TLSCertificateTemplate {
    /// An extension by its number in OpenSSL (openssl/obj_mac.h) and in the words of its configuration files.
    struct Extension {
        let number: CInt
        let words: String
    }

    /// The extensions in the order in which they stand in the certificate (RFC 5280, section 4.2.1).
    ///
    /// - Throws: `TLSError` for a name whose characters could mean something else in those words.
    func extensions() throws(TLSError) -> [Extension] {
        var extensions = [
            Extension(number: 82, words: "hash"),  // subjectKeyIdentifier
            Extension(number: 87, words: isAuthority ? "critical,CA:TRUE" : "critical,CA:FALSE"),  // basicConstraints
            Extension(number: 83, words: keyUsage),
        ]
        if !isAuthority { extensions.append(Extension(number: 126, words: "serverAuth")) }  // extKeyUsage
        var alternatives: [String] = []
        for host in hosts { alternatives.append(try Self.words(for: host)) }
        if !alternatives.isEmpty {
            extensions.append(Extension(number: 85, words: alternatives.joined(separator: ",")))  // subjectAltName
        }
        return extensions
    }

    private var keyUsage: String {
        if isAuthority { return "critical,keyCertSign,cRLSign" }
        // RSA keys also encrypt the secret of the older ways to exchange keys.
        return key == .rsa2048 ? "critical,digitalSignature,keyEncipherment" : "critical,digitalSignature"
    }

    private static func words(for host: HTTPHost) throws(TLSError) -> String {
        switch host {
        case .address(let address): return "IP:\(address)"
        case .name(let name):
            let isPlain = name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "*"): true
                default: false
                }
            }
            guard isPlain, !name.isEmpty else { throw TLSError(.badIdentity, detail: "not a name for a certificate") }
            return "DNS:\(name)"
        }
    }
}
