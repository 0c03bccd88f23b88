import Foundation
import LoopbackKitHTTP

/// An authority and what it signed, right and wrong, made when they are first wanted and once in a process.
///
/// They need the system's OpenSSL: suites that use them are `.enabled(if: TestCertificates.canBeMade)`.
enum TestCertificates {
    /// Whether the system has OpenSSL; without it there is no TLS to test.
    static let canBeMade = (try? OpenSSL.loaded()) != nil

    /// The authority that tests trust.
    static let authority = Result { try make("Test Authority", isAuthority: true) }
    /// An authority that nobody trusts.
    static let otherAuthority = Result { try make("Other Authority", isAuthority: true) }

    /// For `example.test` and 127.0.0.1, ::1 and `localhost`.
    static let right = Result { try signed("right", hosts: local) }
    /// The same with an RSA key.
    static let rightRSA = Result { try signed("right", hosts: local, key: .rsa2048) }
    /// For `other.test` alone.
    static let wrongName = Result { try signed("wrong name", hosts: [.name("other.test")]) }
    /// Right until yesterday.
    static let expired = Result { try signed("expired", hosts: local, validity: days(-20, -1)) }
    /// Right from tomorrow on.
    static let notYetValid = Result { try signed("not yet valid", hosts: local, validity: days(1, 20)) }
    /// Right, but it signs itself.
    static let selfSigned = Result { try make("self-signed", hosts: local) }
    /// Right, but signed by the other authority.
    static let unknownIssuer = Result {
        try TLSIdentity.make(template("unknown issuer", hosts: local), signedBy: otherAuthority.get())
    }

    private static let local: [HTTPHost] = [
        .name("example.test"), .name("localhost"), .address(.ipv4(0x7F00_0001)), .address(.ipv6(0, 1)),
    ]

    /// Makes clients' connections that trust the authority of these tests alone.
    static func clientProvider() throws -> OpenSSLClient { try clientProvider(trusting: [authority.get()]) }

    /// Makes clients' connections that trust these identities' own certificates alone.
    static func clientProvider(trusting identities: [TLSIdentity]) throws -> OpenSSLClient {
        try OpenSSLClient(trust: .only(identities.map { $0.chain[0] }))
    }

    /// The identities that a client that trusts the authority refuses.
    enum Wrong: String, Sendable, CaseIterable {
        case wrongName, expired, notYetValid, selfSigned, unknownIssuer
        /// The authority itself, which is not made for servers.
        case authority

        func identity() throws -> TLSIdentity {
            switch self {
            case .wrongName: try TestCertificates.wrongName.get()
            case .expired: try TestCertificates.expired.get()
            case .notYetValid: try TestCertificates.notYetValid.get()
            case .selfSigned: try TestCertificates.selfSigned.get()
            case .unknownIssuer: try TestCertificates.unknownIssuer.get()
            case .authority: try TestCertificates.authority.get()
            }
        }

        /// What the client says.
        var code: TLSError.Code {
            switch self {
            case .wrongName: .wrongHost
            case .expired: .certificateExpired
            case .notYetValid: .certificateNotYetValid
            case .selfSigned: .selfSigned
            case .unknownIssuer: .unknownIssuer
            case .authority: .certificateRefused
            }
        }
    }

    /// An identity that the authority signs.
    static func signed(
        _ name: String,
        hosts: [HTTPHost],
        validity: ClosedRange<HTTPDate> = days(-1, 20),
        key: TLSCertificateTemplate.Key = .p256
    ) throws -> TLSIdentity {
        try TLSIdentity.make(template(name, hosts: hosts, validity: validity, key: key), signedBy: authority.get())
    }

    private static func make(
        _ name: String,
        hosts: [HTTPHost] = [],
        isAuthority: Bool = false
    ) throws -> TLSIdentity {
        try TLSIdentity.make(template(name, hosts: hosts, isAuthority: isAuthority))
    }

    static func template(
        _ name: String,
        hosts: [HTTPHost] = [],
        validity: ClosedRange<HTTPDate> = days(-1, 20),
        isAuthority: Bool = false,
        key: TLSCertificateTemplate.Key = .p256
    ) -> TLSCertificateTemplate {
        TLSCertificateTemplate(
            commonName: name,
            hosts: hosts,
            validity: validity,
            isAuthority: isAuthority,
            key: key
        )
    }

    /// From one number of days after now to another.
    static func days(_ first: Int, _ last: Int) -> ClosedRange<HTTPDate> {
        let now = Int(Date().timeIntervalSince1970)
        return HTTPDate(secondsSince1970: now + first * 86400)...HTTPDate(secondsSince1970: now + last * 86400)
    }
}
