/// A certificate (X.509, RFC 5280).
package struct TLSCertificate: Hashable, Sendable {
    /// Its DER encoding.
    package let der: [UInt8]

    /// Takes a certificate's DER encoding, and looks at it when it is used.
    package init(der: [UInt8]) { self.der = der }

    /// Reads the certificates of a PEM text (RFC 7468); other blocks are left out.
    ///
    /// - Throws: `TLSError` for a text with none, or with one that is not base64.
    package static func read(pem: String) throws(TLSError) -> [TLSCertificate] {
        let certificates = try PEMBlock.read(pem).filter { $0.label == label }.map { TLSCertificate(der: $0.bytes) }
        guard !certificates.isEmpty else { throw TLSError(.badIdentity, detail: "there is no certificate") }
        return certificates
    }

    /// The certificate as PEM.
    package var pem: String { PEMBlock(label: Self.label, bytes: der).text }

    static let label = "CERTIFICATE"
}

extension TLSCertificate {
    /// Has OpenSSL read it.
    func read(_ library: OpenSSL) throws(TLSError) -> OwnedPointer {
        library.errors.clear()
        let pointer = unsafe decode(der, library.certificates.decode)
        guard unsafe pointer != nil else { throw library.failure(.badIdentity, "not a certificate") }
        return unsafe try OwnedPointer(pointer, free: library.certificates.free, library)
    }
}

extension TLSCertificate: CustomStringConvertible {
    /// What it is, and its length.
    package var description: String { "certificate of \(der.count) bytes" }
}
