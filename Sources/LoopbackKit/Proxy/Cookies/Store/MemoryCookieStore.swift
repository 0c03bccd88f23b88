public import LoopbackKitHTTP
internal import Synchronization

/// Keeps cookies while the process lives.
public final class MemoryCookieStore: CookieStore {
    private let jars: Mutex<CookieJars>
    private let now: @Sendable () -> HTTPDate

    /// Makes an empty store.
    ///
    /// - Parameters:
    ///   - limits: how many cookies a jar keeps.
    ///   - suffixes: which domains no cookie may be for.
    public convenience init(
        limits: CookieLimits = CookieLimits(),
        suffixes: any PublicSuffixes = SystemPublicSuffixes()
    ) {
        self.init(limits: limits, suffixes: suffixes) { .systemTime }
    }

    package init(limits: CookieLimits, suffixes: any PublicSuffixes, now: @escaping @Sendable () -> HTTPDate) {
        jars = Mutex(CookieJars(limits: limits, suffixes: suffixes))
        self.now = now
    }

    /// The value of a request's Cookie field.
    public func cookieField(for url: HTTPURL, in jar: CookieJarName) -> [UInt8]? {
        let now = now()
        return jars.withLock { $0.field(for: url, in: jar, at: now) }
    }

    /// Takes the Set-Cookie fields of an answer.
    public func store(_ setCookies: [[UInt8]], from url: HTTPURL, in jar: CookieJarName) {
        let now = now()
        jars.withLock { _ = $0.store(setCookies, from: url, in: jar, at: now) }
    }

    /// Takes away all cookies of a jar.
    public func removeAll(in jar: CookieJarName) { jars.withLock { _ = $0.removeAll(in: jar) } }
}

extension HTTPDate {
    /// The second that the system's clock shows.
    static var systemTime: HTTPDate { HTTPDate(secondsSince1970: FileTime.now().seconds) }
}
