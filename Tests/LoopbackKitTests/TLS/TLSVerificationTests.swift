import LoopbackKitHTTP
import Testing

// Without the system's OpenSSL there is no TLS to test.
@Suite("TLS verification", .enabled(if: TestCertificates.canBeMade))
struct TLSVerificationTests {
    static let example = HTTPHost.name("example.test")

    /// What a client that trusts the tests' authority says to a server; `nil` for a complete handshake.
    static func verdict(
        on identity: TLSIdentity,
        host: HTTPHost = example,
        trusting provider: OpenSSLClient? = nil
    ) throws -> TLSError? {
        let pair = try EnginePair(
            client: provider ?? TestCertificates.clientProvider(),
            server: OpenSSLServer(identity: identity),
            host: host
        )
        do {
            try pair.handshake()
            return nil
        } catch let error as TLSError {
            // The client tells the server why.
            #expect(pair.client.outputCount > 0)
            // A failure is final.
            #expect(throws: error) { try pair.client.handshake() }
            return error
        }
    }

    @Test("HTTP-10 Each wrong certificate is refused for its own reason", arguments: TestCertificates.Wrong.allCases)
    func refused(wrong: TestCertificates.Wrong) throws {
        let error = try Self.verdict(on: wrong.identity())
        #expect(error?.code == wrong.code)
        #expect(error?.detail?.isEmpty == false)
    }

    @Test("HTTP-10 Right certificates are good, with either kind of key")
    func right() throws {
        #expect(try Self.verdict(on: TestCertificates.right.get()) == nil)
        #expect(try Self.verdict(on: TestCertificates.rightRSA.get()) == nil)
    }

    @Test("HTTP-10 A trusted certificate is good by itself, whether it signs itself or not")
    func trustedByItself() throws {
        let selfSigned = try TestCertificates.selfSigned.get()
        let stranger = try TestCertificates.unknownIssuer.get()
        let provider = try TestCertificates.clientProvider(trusting: [selfSigned, stranger])
        #expect(try Self.verdict(on: selfSigned, trusting: provider) == nil)
        #expect(try Self.verdict(on: stranger, trusting: provider) == nil)
        #expect(try Self.verdict(on: TestCertificates.right.get(), trusting: provider)?.code == .unknownIssuer)
    }

    @Test("HTTP-10 The system does not trust the tests' authority")
    func system() throws {
        let error = try Self.verdict(on: TestCertificates.right.get(), trusting: OpenSSLClient())
        #expect(error?.code == .unknownIssuer)
    }

    @Test(
        "HTTP-10 A certificate's names are for whole labels, and addresses are compared as addresses",
        arguments: [
            ("*.example.test", "a.example.test", true), ("*.example.test", "A.EXAMPLE.test", true),
            ("*.example.test", "example.test", false), ("*.example.test", "a.b.example.test", false),
            ("a*.example.test", "ab.example.test", false), ("*.test", "example.test", false),
            ("example.test", "example.test.", true), ("example.test", "a.example.test", false),
            ("a.example.test", ".example.test", false), ("example.test", ".", false),
            ("example.test", "example.test..", false), ("example.test", "example.test\0.other.test", false),
            ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
            ("2001:db8::1", "[2001:db8::1]", true), ("2001:db8::1", "[2001:db8::2]", false),
            ("::ffff:127.0.0.1", "127.0.0.1", false),
        ]
    )
    func names(certificate: String, host: String, isGood: Bool) throws {
        let identity = try TestCertificates.signed("names", hosts: [Self.host(certificate)])
        let verdict: TLSError? = try {
            do { return try Self.verdict(on: identity, host: Self.host(host)) } catch let error as TLSError {
                return error
            }
        }()
        #expect(verdict?.code == (isGood ? nil : .wrongHost))
    }

    @Test("HTTP-10 A name in the subject alone is none")
    func subject() throws {
        let identity = try TestCertificates.signed("example.test", hosts: [])
        #expect(try Self.verdict(on: identity)?.code == .wrongHost)
    }

    /// An address where the text is one, and a name, whatever its characters are, otherwise.
    private static func host(_ text: String) -> HTTPHost {
        if text.contains(":") {
            return (try? HTTPHost(text.first == "[" ? text : "[\(text)]")) ?? .name(text)
        }
        if let host = try? HTTPHost(text), host.address != nil { return host }
        return .name(text)
    }
}
