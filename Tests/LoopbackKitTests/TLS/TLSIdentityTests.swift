import LoopbackKitHTTP
import Testing

// Without the system's OpenSSL there is nothing that makes or reads certificates.
@Suite("TLS identities", .enabled(if: TestCertificates.canBeMade))
struct TLSIdentityTests {
    @Test("HTTPS-1 An identity is the same after it was written as PEM and read back")
    func pem() throws {
        let identity = try TestCertificates.right.get()
        #expect(identity.chain.count == 2)
        let read = try TLSIdentity(pem: identity.pem)
        #expect(read == identity)
        #expect(try TLSVerificationTests.verdict(on: read) == nil)
        let text = "words\r\n" + identity.pem.replacing("\n", with: "\r\n")
        #expect(try TLSIdentity(pem: text) == identity)
    }

    @Test("HTTPS-1 A private key does not show in texts")
    func secret() throws {
        let identity = try TestCertificates.right.get()
        var dump = ""
        Swift.dump(identity, to: &dump)
        for text in [dump, "\(identity)", String(reflecting: identity)] {
            // As a list of bytes, or as `dump` counts one.
            #expect(!text.contains("\(identity.privateKey.der[10]), \(identity.privateKey.der[11]), "))
            #expect(!text.contains("\(identity.privateKey.der.count) elements"))
            #expect(text.contains("private key"))
        }
    }

    @Test(
        "HTTPS-1 What is no identity is refused",
        arguments: [
            "", "-----BEGIN CERTIFICATE-----\n", "-----BEGIN CERTIFICATE-----\n*\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
        ]
    )
    func malformed(text: String) {
        let error = #expect(throws: TLSError.self) { try TLSIdentity(pem: text) }
        #expect(error?.code == .badIdentity)
    }

    @Test("HTTPS-1 A key that is not the certificate's, and bytes that are none, are refused")
    func mismatched() throws {
        let (right, other) = try (TestCertificates.right.get(), TestCertificates.wrongName.get())
        let identities = [
            TLSIdentity(chain: right.chain, privateKey: other.privateKey),
            TLSIdentity(chain: [TLSCertificate(der: [1, 2, 3])], privateKey: right.privateKey),
            TLSIdentity(chain: right.chain, privateKey: TLSPrivateKey(der: [])),
            TLSIdentity(chain: [], privateKey: right.privateKey),
        ]
        for identity in identities {
            let error = #expect(throws: TLSError.self) { try OpenSSLServer(identity: identity) }
            #expect(error?.code == .badIdentity)
        }
    }

    @Test(
        "HTTPS-1 Names that would say more than a name are refused",
        arguments: ["a,DNS:b.test", "a b", "", "ä.test"]
    )
    func injected(name: String) {
        let error = #expect(throws: TLSError.self) { try TestCertificates.signed("injected", hosts: [.name(name)]) }
        #expect(error?.code == .badIdentity)
    }
}
