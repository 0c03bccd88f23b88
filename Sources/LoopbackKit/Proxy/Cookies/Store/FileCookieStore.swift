public import LoopbackKitHTTP
internal import Synchronization

/// Keeps cookies in a file that only its owner can read.
///
/// The file is read when the store is made, and never again: calls look into memory. What changes is written behind
/// them by `run()`, off the event loops, and by `flush()`. Whatever happens meanwhile, a crash or a full disk, the file is
/// a whole one with at most the last changes missing, and the cookies in memory are right.
///
/// ```swift
/// let store = try FileCookieStore(path: "/var/lib/host/cookies")
/// try await withThrowingTaskGroup { group in
///     group.addTask { await store.run() }
///     // ... serve pages ...
///     group.cancelAll()
/// }
/// try await store.close()
/// ```
public final class FileCookieStore: CookieStore {
    private struct State {
        var jars: CookieJars
        /// Lines to be added to the file.
        var pending: [UInt8] = []
        /// Whether the whole content has to be written.
        var needsWhole = false
        var isClosed = false
        /// Wakes `run()`.
        var wake: AsyncStream<Void>.Continuation?

        var hasWork: Bool { needsWhole || !pending.isEmpty }
    }

    /// More waiting lines than this, in bytes, are given up for writing the whole content.
    private static let largestPending = 1 << 20

    /// What was wrong with the file when it was read; `nil` when nothing was.
    public let damage: CookieFileDamage?
    private let state: Mutex<State>
    private let writer: CookieFileWriter
    private let keepsSessionCookies: Bool
    private let now: @Sendable () -> HTTPDate

    /// Reads a file, or begins a new one; it reads from the disk, and so belongs off the event loops.
    ///
    /// Beside the file, two more get its name with `.lock` and, while it is written anew, `.new` at the end; one with
    /// `.damaged` is the last file that was found damaged.
    ///
    /// - Parameters:
    ///   - path: the file; its folder is made when it is missing. Nobody but its owner may write to the folder.
    ///   - limits: how many cookies a jar keeps.
    ///   - keepsSessionCookies: whether cookies without an end outlive the process.
    ///   - suffixes: which domains no cookie may be for.
    /// - Throws: `CookieStoreError` for a file that can't be read, is none of this library's, or is in use. A damaged file
    ///   is no error: what is intact is there, and `damage` tells of the rest.
    public convenience init(
        path: String,
        limits: CookieLimits = CookieLimits(),
        keepsSessionCookies: Bool = false,
        suffixes: any PublicSuffixes = SystemPublicSuffixes()
    ) throws(CookieStoreError) {
        try self.init(
            path: path,
            limits: limits,
            keepsSessionCookies: keepsSessionCookies,
            suffixes: suffixes,
            tools: CookieFileTools()
        ) { .systemTime }
    }

    package init(
        path: String,
        limits: CookieLimits = CookieLimits(),
        keepsSessionCookies: Bool = false,
        suffixes: any PublicSuffixes,
        tools: CookieFileTools,
        now: @escaping @Sendable () -> HTTPDate
    ) throws(CookieStoreError) {
        let file = try CookieFile(path: path, tools: tools)
        let (records, damage) = try file.read()
        var jars = CookieJars(limits: limits, suffixes: suffixes)
        jars.restore(records, at: now())
        self.damage = damage
        self.keepsSessionCookies = keepsSessionCookies
        self.now = now
        state = Mutex(State(jars: jars))
        writer = CookieFileWriter(file)
    }

    // MARK: Cookies

    /// The value of a request's Cookie field.
    public func cookieField(for url: HTTPURL, in jar: CookieJarName) -> [UInt8]? {
        let now = now()
        return state.withLock { $0.jars.field(for: url, in: jar, at: now) }
    }

    /// Takes the Set-Cookie fields of an answer; they are written later.
    public func store(_ setCookies: [[UInt8]], from url: HTTPURL, in jar: CookieJarName) {
        let now = now()
        change { state in
            state.jars.store(setCookies, from: url, in: jar, at: now).compactMap { record($0, jar) }
        }
    }

    /// Takes away all cookies of a jar; the file is changed later.
    public func removeAll(in jar: CookieJarName) {
        change { $0.jars.removeAll(in: jar) ? [.cleared(jar)] : [] }
    }

    /// Changes jars, and has written down what the change says; nothing once the store is closed.
    private func change(_ body: (inout State) -> [CookieLog.Record]) {
        let wake = state.withLock { state -> AsyncStream<Void>.Continuation? in
            guard !state.isClosed else { return nil }
            let records = body(&state)
            guard !records.isEmpty else { return nil }
            if !state.needsWhole { for record in records { state.pending += CookieLog.line(record) } }
            if state.pending.count > Self.largestPending {
                state.pending = []
                state.needsWhole = true
            }
            return state.wake
        }
        wake?.yield()
    }

    private func record(_ change: CookieJar.Change, _ jar: CookieJarName) -> CookieLog.Record? {
        switch change {
        case .set(let cookie, let creation, let replaced):
            if keeps(cookie) { return .set(jar, cookie, creation: creation) }
            // One that is not written takes the place of one that was.
            return replaced.map(keeps) == true ? .removed(jar, cookie.identity) : nil
        case .removed(let cookie):
            return keeps(cookie) ? .removed(jar, cookie.identity) : nil
        }
    }

    private func keeps(_ cookie: StoredCookie) -> Bool { keepsSessionCookies || cookie.expires != nil }

    // MARK: Writing

    /// Writes changes until the calling task is cancelled, and then once more.
    ///
    /// A host that does not run it calls `flush()` itself. One task at a time runs it; another call ends the first.
    ///
    /// - Parameter report: is told why a change was not written; it is tried again with the next one.
    public func run(reportingErrors report: @Sendable (CookieStoreError) -> Void = { _ in }) async {
        let (changes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (former, hasWork, isClosed) = state.withLock { state in
            defer { state.wake = wake }
            return (state.wake, state.hasWork, state.isClosed)
        }
        former?.finish()
        if hasWork { wake.yield() }
        if isClosed { wake.finish() }
        for await _ in changes { await flush(report) }
        await flush(report)
    }

    private func flush(_ report: @Sendable (CookieStoreError) -> Void) async {
        do {
            try await flush()
        } catch {
            if error.code != .closed { report(error) }
        }
    }

    /// Writes all changes that have been made, and waits until they are on the disk.
    ///
    /// - Throws: `CookieStoreError` when they can't be written; they stay in memory, and the next call tries again.
    public func flush() async throws(CookieStoreError) {
        // Away from the event loop that the calling task may prefer.
        try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(CookieStoreError) in
            try await writer.write(from: self)
        }
    }

    /// Writes what has changed, and lets the file go; cookies can be read afterwards, and nothing changes any more.
    ///
    /// - Throws: `CookieStoreError` when something can't be written; the store is as open as before then.
    public func close() async throws(CookieStoreError) {
        state.withLock { $0.isClosed = true }
        do {
            try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(CookieStoreError) in
                try await writer.close(writingFrom: self)
            }
        } catch {
            state.withLock { $0.isClosed = false }
            throw error
        }
        state.withLock { $0.wake }?.finish()
    }
}

// What the writer asks for.
extension FileCookieStore {
    enum Work {
        /// The changes since the last time.
        case lines([UInt8])
        /// Everything.
        case whole(CookieJars)
    }

    /// Takes what has to be written; `nil` when nothing has.
    func takeWork(whole: Bool) -> Work? {
        state.withLock { state in
            guard state.hasWork else { return nil }
            let isWhole = whole || state.needsWhole
            let lines = state.pending
            state.pending = []
            state.needsWhole = false
            return isWhole ? .whole(state.jars) : .lines(lines)
        }
    }

    /// What was taken is not in the file: everything has to be written.
    func needWhole() {
        state.withLock { state in
            state.needsWhole = true
            state.pending = []
        }
    }

    /// The whole file for some jars.
    func content(_ jars: CookieJars) -> [UInt8] { jars.content(keeps, at: now()) }
}

extension CookieJars {
    /// Does again what a file says.
    fileprivate mutating func restore(_ records: [CookieLog.Record], at now: HTTPDate) {
        for record in records {
            switch record {
            case .set(let name, let cookie, let creation):
                change(name) { $0.restore(cookie, creation: creation) }
            case .removed(let name, let identity):
                change(name) { $0.remove(identity) }
            case .cleared(let name):
                _ = removeAll(in: name)
            }
        }
        for name in jars.keys { change(name) { $0.enforceLimits(at: now) } }
    }

    /// The file that holds these cookies.
    fileprivate func content(_ keeps: (StoredCookie) -> Bool, at now: HTTPDate) -> [UInt8] {
        var content = CookieLog.head
        for (name, jar) in jars {
            for (cookie, creation) in jar.cookies where keeps(cookie) && !cookie.isExpired(at: now) {
                content += CookieLog.line(.set(name, cookie, creation: creation))
            }
        }
        return content
    }
}
