import Foundation
package import LoopbackKit

/// A folder that is served, and where its prepared files are.
package struct PluginFolder: Sendable {
    /// The folder as it was given.
    package let source: String
    /// What is served: the prepared files, or the folder itself.
    package let served: String
    private let preparation: PagePreparation?

    /// Finds out where a folder's prepared files are to be.
    ///
    /// - Parameters:
    ///   - folder: the folder's path.
    ///   - options: how it is prepared.
    ///   - base: where private folders are; `nil` for the user's cache.
    /// - Throws: `HostFailure` when there is no place for them.
    package init(_ folder: String, _ options: HostOptions, in base: String? = nil) throws(HostFailure) {
        var configuration = PageConfiguration()
        configuration.legacyBases += options.legacyBases
        configuration.proxiesCalls = options.proxy.isOn
        source = folder
        switch options.preparation {
        case .none:
            served = folder
            preparation = nil
        case .inPlace:
            served = folder
            preparation = PagePreparation(configuration: configuration)
        case .privately:
            let path = URL(filePath: folder).standardizedFileURL.resolvingSymlinksInPath().path
            let variant =
                options.legacyBases.flatMap { [$0.prefix, $0.folder] } + (options.proxy.isOn ? [] : ["--no-proxy"])
            served = try PrivateFolder(for: path, variant: variant, in: base).path
            preparation = PagePreparation(configuration: configuration)
        }
    }

    /// Whether the folder is prepared at all.
    package var isPrepared: Bool { preparation != nil }

    /// Prepares the folder; while another process does so, waits for it.
    ///
    /// - Returns: what was done, or `nil` when the folder is served as it is.
    /// - Throws: `PreparationError`.
    package func prepare() async throws(PreparationError) -> PreparationReport? {
        guard let preparation else { return nil }
        for _ in 0..<100 {
            do throws(PreparationError) {
                return try await preparation.prepare(source, into: served == source ? nil : served)
            } catch {
                guard error.code == .busy, (try? await Task.sleep(for: .milliseconds(100))) != nil else { throw error }
            }
        }
        throw PreparationError(.busy, path: source)
    }
}

extension HostFailure {
    /// Why a folder can't be prepared.
    package init(_ error: PreparationError, of folder: String) {
        let message = "\(folder) can't be prepared: \(error)."
        switch error.code {
        case .full, .readOnly, .busy: self = .cannotCreate(message)
        case .system: self = .software(message)
        default: self = .noInput("\(message)\nWith --no-prepare it is served as it is.")
        }
    }
}
