/// What one side of a connection shows the other, and the key that proves it.
package struct TLSIdentity: Hashable, Sendable {
    /// The certificate, then its issuers; the one that signs itself may be left out.
    package let chain: [TLSCertificate]
    /// The certificate's key.
    package let privateKey: TLSPrivateKey

    /// Puts an identity together.
    ///
    /// - Parameters:
    ///   - chain: the certificate, then its issuers.
    ///   - privateKey: the certificate's key.
    package init(chain: [TLSCertificate], privateKey: TLSPrivateKey) {
        self.chain = chain
        self.privateKey = privateKey
    }

    /// Reads an identity from a PEM text with certificates and a key.
    ///
    /// - Throws: `TLSError` where there is no certificate or no key.
    package init(pem: String) throws(TLSError) {
        self.init(chain: try TLSCertificate.read(pem: pem), privateKey: try TLSPrivateKey.read(pem: pem))
    }

    /// The certificates and the key as PEM: a secret.
    package var pem: String { chain.map(\.pem).joined() + privateKey.pem }
}
