import LoopbackKit
import TerminalProgram

/// The cookies of other sites, kept in a file of the user's.
struct KeptCookies: Sendable {
    let store: FileCookieStore
    private let path: String
    private let reporter: EventReporter

    /// Reads the file, or begins a new one.
    ///
    /// - Throws: `HostFailure` when it can't be read, or when another process uses it.
    init(path: String, reporter: EventReporter) throws(HostFailure) {
        do throws(CookieStoreError) {
            store = try FileCookieStore(path: path)
        } catch {
            throw HostFailure(cookies: error)
        }
        self.path = path
        self.reporter = reporter
    }

    /// Tells what was wrong with the file, if something was.
    func tellDamage() {
        if let damage = store.damage { tell("\(damage)") }
    }

    /// Writes what changes until the calling task is cancelled.
    func run() async {
        await store.run { tell("\($0)") }
    }

    /// Writes the last changes.
    ///
    /// - Throws: `HostFailure` when that is not possible.
    func close() async throws(HostFailure) {
        do throws(CookieStoreError) { try await store.close() } catch {
            throw .inputOutput("The last cookies are lost. \(error).")
        }
    }

    private func tell(_ text: String) {
        TerminalProgram.warn("plugin-host: cookies: \(text)")
        if let line = reporter.cookieTrouble(text) { TerminalProgram.tell(line) }
    }
}
