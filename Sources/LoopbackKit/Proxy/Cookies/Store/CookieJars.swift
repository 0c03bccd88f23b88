internal import LoopbackKitHTTP

/// The jars of a store.
struct CookieJars: Sendable {
    private(set) var jars: [CookieJarName: CookieJar] = [:]
    let limits: CookieLimits
    let suffixes: any PublicSuffixes

    init(limits: CookieLimits, suffixes: any PublicSuffixes) {
        self.limits = limits
        self.suffixes = suffixes
    }

    mutating func field(for url: HTTPURL, in name: CookieJarName, at now: HTTPDate) -> [UInt8]? {
        guard let place = jars.index(forKey: name) else { return nil }
        return jars.values[place].field(for: url, at: now)
    }

    mutating func store(
        _ setCookies: [[UInt8]],
        from url: HTTPURL,
        in name: CookieJarName,
        at now: HTTPDate
    ) -> [CookieJar.Change] {
        change(name) { jar in setCookies.flatMap { jar.store($0, from: url, at: now) } }
    }

    /// Changes a jar, which is there only while it has cookies.
    mutating func change<Result>(_ name: CookieJarName, _ body: (inout CookieJar) -> Result) -> Result {
        let empty = CookieJar(limits: limits, suffixes: suffixes)
        let result = body(&jars[name, default: empty])
        if jars[name]?.count == 0 { jars[name] = nil }
        return result
    }

    /// Takes away all cookies of a jar.
    ///
    /// - Returns: whether there were some.
    mutating func removeAll(in name: CookieJarName) -> Bool { jars.removeValue(forKey: name) != nil }
}
