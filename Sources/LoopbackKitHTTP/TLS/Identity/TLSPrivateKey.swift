/// A private key, which no text and no mirror of it shows.
package struct TLSPrivateKey: Hashable, Sendable {
    /// Its DER encoding: PKCS #8 (RFC 5958), or an older one of RSA or elliptic-curve keys.
    package let der: [UInt8]

    /// Takes a key's DER encoding, without a password, and looks at it when it is used.
    package init(der: [UInt8]) { self.der = der }

    /// Reads the first private key of a PEM text (RFC 7468).
    ///
    /// - Throws: `TLSError` for a text with none, or with one that is not base64 or has a password.
    package static func read(pem: String) throws(TLSError) -> TLSPrivateKey {
        let block = try PEMBlock.read(pem).first { labels.contains($0.label) }
        guard let block else { throw TLSError(.badIdentity, detail: "there is no private key without a password") }
        return TLSPrivateKey(der: block.bytes)
    }

    /// The key as PEM; for one that is not PKCS #8 not what others read.
    package var pem: String { PEMBlock(label: Self.label, bytes: der).text }

    private static let label = "PRIVATE KEY"
    private static let labels: Set<String> = [label, "RSA PRIVATE KEY", "EC PRIVATE KEY"]
}

extension TLSPrivateKey {
    /// Has OpenSSL read it.
    func read(_ library: OpenSSL) throws(TLSError) -> OwnedPointer {
        library.errors.clear()
        let pointer = unsafe decode(der, library.keys.decode)
        guard unsafe pointer != nil else { throw library.failure(.badIdentity, "not a private key") }
        return unsafe try OwnedPointer(pointer, free: library.keys.free, library)
    }
}

extension TLSPrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// That it is one.
    package var description: String { "private key" }
    /// That it is one.
    package var debugDescription: String { description }
    /// Nothing.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
