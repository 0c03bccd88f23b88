import LoopbackKit
import LoopbackKitHTTP
import TerminalProgram

/// Serves folders as plugins until it is interrupted.
@main
struct PluginHost {
    static func main() async {
        do {
            switch try HostCommand(arguments: Array(CommandLine.arguments.dropFirst())) {
            case .help: print(HostCommand.helpText, terminator: "")
            case .serve(let options): try await PluginHost(options).run()
            }
        } catch let error as UsageError {
            TerminalProgram.fail("plugin-host: \(error.message)\nTry plugin-host --help.", exitCode: 64)
        } catch let failure as HostFailure {
            TerminalProgram.fail("plugin-host: \(failure.message)", exitCode: failure.exitCode)
        } catch {
            TerminalProgram.fail("plugin-host: \(error)", exitCode: 70)
        }
    }

    private let options: HostOptions
    private let manager: ServerManager
    private let reporter: EventReporter
    private let openings: [UpstreamOpening]
    private let cookies: KeptCookies?

    private init(_ options: HostOptions) async throws(HostFailure) {
        reporter = EventReporter(options)
        openings = try await options.proxy.openings(by: SystemResolver())
        if let file = options.proxy.cookieFile {
            cookies = try KeptCookies(path: file, reporter: reporter)
        } else {
            cookies = nil
        }
        var configuration = LoopbackConfiguration(applicationIdentifier: options.applicationIdentifier)
        configuration.port = options.port
        configuration.assets.fallbackDocument = options.fallback
        configuration.proxy = options.proxy.isOn ? ProxyConfiguration() : nil
        configuration.proxy?.openings = Set(openings)
        configuration.proxy?.cookieRule = options.proxy.cookieRule
        if let cookies { configuration.proxy?.cookies = cookies.store }
        self.options = options
        manager = ServerManager(configuration: configuration)
    }

    private func run() async throws {
        do { try await serve() } catch {
            try? await cookies?.close()  // why it ends says more
            throw error
        }
        try await cookies?.close()
    }

    private func serve() async throws {
        if let warning = reporter.warning(of: openings) { TerminalProgram.warn(warning) }
        let folders = try ServedFolder.all(for: options)
        let plugins = try folders.map { folder throws(HostFailure) in try PluginFolder(folder.path, options) }
        let preparer = PluginPreparer(folders: plugins, reporter: reporter)
        // A signal ends the program at once until here: a preparation can be interrupted at any point.
        let prepared = try await preparer.prepare()
        let signals = try caughtSignals()
        let events = manager.events(reporter.wantedEvents)
        let registrations = try await register(zip(folders, plugins).map { ($0.id, $1.served) })
        let neighbour = options.folders.isEmpty ? NeighbourPage() : nil
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let neighbour { group.addTask { try await neighbour.run() } }
            for prepared in prepared { group.addTask { await preparer.watch(prepared) } }
            if let cookies { group.addTask { await cookies.run() } }
            group.addTask {
                for await _ in signals {
                    neighbour?.shutdown()
                    await manager.stop()
                }
            }
            // The sample page asks its address for the neighbour; a plugin is told of such things in the same way.
            let query = try await neighbour?.query ?? ""
            try await report(events, addresses: registrations.map { $0.baseURL + query }) {
                for line in reporter.lines(of: openings) { TerminalProgram.tell(line) }
                cookies?.tellDamage()
                preparer.tell(prepared)
            }
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    private func caughtSignals() throws -> AsyncStream<StopSignal> {
        do { return try StopSignal.first() } catch {
            throw HostFailure.unavailable("No signal can be caught: \(error).")
        }
    }

    /// Gives each folder its address; the first one starts the server.
    private func register(_ folders: [(id: String, path: String)]) async throws -> [ScopeRegistration] {
        guard let kind = ScopeKind(options.kind) else {
            throw HostFailure.usage("A kind has letters, digits, - and _: \(options.kind) is none.")
        }
        var registrations: [ScopeRegistration] = []
        for folder in folders {
            guard let id = ScopeID(folder.id) else { throw HostFailure.usage("\(folder.id) can't be an id.") }
            do {
                registrations.append(try await manager.register(folder: folder.path, as: kind, id: id))
            } catch let error as ServerError {
                throw HostFailure.unavailable("The server can't start: \(error).")
            } catch {
                throw HostFailure.noInput("\(error).")
            }
        }
        return registrations
    }

    /// Tells the addresses and then the rest, and what happens until the server is stopped.
    private func report(_ events: LoopbackEvents, addresses: [String], rest: () -> Void) async throws {
        var isOpen = false
        for await event in events {
            switch event.kind {
            case .state(.ready(let opening)) where !isOpen:
                isOpen = true
                TerminalProgram.tell(reporter.ready(addresses, opening, due: options.port))
                rest()
                continue
            case .state where !isOpen: continue
            case .state(.failed(let error)): throw HostFailure.unavailable("The server is lost: \(error).")
            default: break
            }
            if let text = reporter.report(event) { TerminalProgram.tell(text) }
            if case .state(.stopped) = event.kind { break }
        }
    }
}
