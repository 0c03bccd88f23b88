internal import LoopbackKitHTTP

extension ServerManager {
    /// What a manager works with, so that tests can put other things in its place.
    package struct Seams: Sendable {
        /// Makes a listener for a port.
        package var makeListener: MakeListener = { HTTPServer(configuration: $0, handler: $1) }
        /// Opens a folder.
        package var makeContent: @Sendable (String, AssetConfiguration) throws -> any ScopeContent = {
            try ScopeAssets(folder: $0, configuration: $1)
        }
        /// Waits before a lost listener is opened again.
        package var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// How long to wait, and when to give up.
        package var restarts = RestartPolicy()

        /// What an app gets.
        package init() {}
    }
}
