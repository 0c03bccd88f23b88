import LoopbackKit

extension HostOptions {
    /// How folders are prepared to be served.
    package enum Preparation: Hashable, Sendable {
        /// Into a private folder, again when a file changes.
        case privately
        /// The folders themselves are changed.
        case inPlace
        /// Not at all.
        case none
    }

    mutating func takePreparation(_ wanted: Preparation) throws(UsageError) {
        guard preparation == .privately || preparation == wanted else {
            throw UsageError("--no-prepare and --in-place exclude each other.")
        }
        preparation = wanted
    }

    /// Reads `PREFIX` or `PREFIX=FOLDER`.
    static func legacyBase(_ value: String) throws(UsageError) -> LegacyBase {
        let end = value.lastIndex(of: "=") ?? value.endIndex
        let prefix = String(value[..<end])
        let names = value[end...].dropFirst().split(separator: "/")
        guard prefix.utf8.first == 47 || prefix.contains(":"), !names.contains("..") else {
            throw UsageError("--legacy-base needs a URL or /PATH, and a folder inside after =, not \(value).")
        }
        return LegacyBase(prefix, folder: names.joined(separator: "/"))
    }

    func validatePreparation() throws(UsageError) {
        if preparation == .none, !legacyBases.isEmpty {
            throw UsageError("--legacy-base and --no-prepare exclude each other.")
        }
        if preparation == .inPlace, folders.isEmpty { throw UsageError("--in-place needs a folder.") }
    }
}
