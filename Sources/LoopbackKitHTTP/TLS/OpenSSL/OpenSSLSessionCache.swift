internal import Synchronization

/// The sessions that a client may resume, of each host and port: the newest ones, and a bounded number.
final class OpenSSLSessionCache: Sendable {
    /// Whose sessions these are.
    struct Key: Hashable, Sendable {
        let host: HTTPHost
        let port: UInt16
    }

    /// A host's place in the cache.
    struct Entry: Sendable {
        let cache: OpenSSLSessionCache
        let key: Key

        func keep(_ session: OpenSSLSession) { cache.keep(session, for: key) }
        func take() -> OpenSSLSession? { cache.take(for: key) }
    }

    private struct Sessions {
        /// The newest one last.
        var list: [OpenSSLSession] = []
        /// Counts the uses of the cache: the smallest number was used least recently.
        var lastUse = 0
    }

    private struct State {
        var hosts: [Key: Sessions] = [:]
        var uses = 0
    }

    /// Servers send two tickets for a connection, as a rule.
    private static let sessionsOfHost = 4

    private let hostLimit: Int
    private let state = Mutex(State())

    /// Makes a cache.
    ///
    /// - Parameter hostLimit: for how many pairs of host and port it has sessions; 0 for no resumption.
    init(hostLimit: Int) { self.hostLimit = hostLimit }

    /// How many sessions are kept.
    var count: Int { state.withLock { state in state.hosts.values.reduce(0) { $0 + $1.list.count } } }

    func keep(_ session: OpenSSLSession, for key: Key) {
        guard hostLimit > 0 else { return }
        state.withLock { state in
            state.uses += 1
            var sessions = state.hosts[key] ?? Sessions()
            sessions.list.append(session)
            if sessions.list.count > Self.sessionsOfHost { sessions.list.removeFirst() }
            sessions.lastUse = state.uses
            state.hosts[key] = sessions
            guard state.hosts.count > hostLimit else { return }
            if let oldest = state.hosts.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                state.hosts[oldest.key] = nil
            }
        }
    }

    /// The newest session of a host; it is given out once, unless its version of TLS allows more.
    func take(for key: Key) -> OpenSSLSession? {
        state.withLock { state in
            guard var sessions = state.hosts[key] else { return nil }
            state.uses += 1
            sessions.lastUse = state.uses
            var found: OpenSSLSession?
            while found == nil, let session = sessions.list.popLast() {
                if session.isResumable { found = session }
            }
            if let found, !found.isForOneUse { sessions.list.append(found) }
            state.hosts[key] = sessions.list.isEmpty ? nil : sessions
            return found
        }
    }
}
