import LoopbackKit
import LoopbackKitHTTP

/// A temporary folder that a manager of this process serves.
struct ServedPlugin: Sendable {
    let folder: FolderFixture
    let manager: ServerManager
    let registration: ScopeRegistration
    fileprivate let events: LoopbackEvents

    /// The address, with its secret.
    var url: String { registration.baseURL }

    var origin: String { registration.address.origin }

    /// Stops the server, and tells what happened from its start to its end; once, since events are told once.
    func stop() async -> [LoopbackEvent.Kind] {
        await manager.stop()
        var kinds: [LoopbackEvent.Kind] = []
        for await event in events {
            kinds.append(event.kind)
            if case .state(.stopped(.requested)) = event.kind { break }
        }
        return kinds
    }

    /// Stops the server, and tells which requests it answered; once.
    func answers() async -> [AnsweredRequest] {
        await stop().compactMap { if case .answered(let request) = $0 { request } else { nil } }
    }
}

/// Serves files as a plugin for the length of the closure.
///
/// - Parameters:
///   - files: names below the folder, at most one folder deep, with what is in them.
///   - application: the identifier that the port is derived from; the system's choice of a port when it is `nil`.
///   - configure: changes the configuration before the start.
///   - body: gets the plugin.
/// - Returns: what the closure returns.
/// - Throws: what the closure or the server throws.
@discardableResult
func withPlugin<Value>(
    _ files: [String: String],
    application: String? = nil,
    _ configure: (inout LoopbackConfiguration) -> Void = { _ in },
    _ body: (ServedPlugin) async throws -> Value
) async throws -> Value {
    let folder = try FolderFixture()
    let parents = Set(files.keys.compactMap { $0.contains("/") ? $0.split(separator: "/").first : nil })
    for parent in parents { try folder.folder(String(parent)) }
    for (name, content) in files { try folder.write(name, content) }
    return try await withPlugin(in: folder, application: application, configure, body)
}

/// Serves a folder as a plugin for the length of the closure.
///
/// - Parameters:
///   - folder: the folder.
///   - application: the identifier that the port is derived from; the system's choice of a port when it is `nil`.
///   - configure: changes the configuration before the start.
///   - body: gets the plugin.
/// - Returns: what the closure returns.
/// - Throws: what the closure or the server throws.
@discardableResult
func withPlugin<Value>(
    in folder: FolderFixture,
    application: String? = nil,
    _ configure: (inout LoopbackConfiguration) -> Void = { _ in },
    _ body: (ServedPlugin) async throws -> Value
) async throws -> Value {
    var configuration = LoopbackConfiguration(applicationIdentifier: application ?? "com.example.pages")
    if application == nil { configuration.port = 0 }
    configuration.waitingEvents = 4096
    configure(&configuration)
    let manager = ServerManager(configuration: configuration)
    let events = manager.events()
    let registration = try await manager.register(folder: folder.root, as: .plugins, id: "demo")
    let plugin = ServedPlugin(folder: folder, manager: manager, registration: registration, events: events)
    let result: Result<Value, any Error>
    do { result = .success(try await body(plugin)) } catch { result = .failure(error) }
    await manager.stop()
    return try result.get()
}
