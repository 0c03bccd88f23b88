/// Whose word for another side's name is taken.
package struct TLSTrust: Hashable, Sendable {
    /// Whether those are trusted that the system trusts.
    package var includesSystem: Bool
    /// Who is trusted besides: authorities, or single servers by their own certificate.
    package var certificates: [TLSCertificate]

    /// Those that the system trusts.
    package static let system = TLSTrust(includesSystem: true, certificates: [])

    /// These alone.
    package static func only(_ certificates: [TLSCertificate]) -> TLSTrust {
        TLSTrust(includesSystem: false, certificates: certificates)
    }

    /// These, and those that the system trusts.
    package static func system(and certificates: [TLSCertificate]) -> TLSTrust {
        TLSTrust(includesSystem: true, certificates: certificates)
    }
}
