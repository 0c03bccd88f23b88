import LoopbackKit
import LoopbackKitHTTP

/// A short list of public suffixes: what a test relies on stands here, whatever list the system has.
struct ListedSuffixes: PublicSuffixes {
    var names: Set<String> = ["com", "org", "uk", "co.uk", "github.io"]

    func suffixLength(of name: String) -> Int? {
        var rest = Substring(name)
        while !names.contains(String(rest)), let dot = rest.firstIndex(of: ".") { rest = rest[dot...].dropFirst() }
        return rest.utf8.count
    }
}

extension HTTPDate {
    /// A moment that tests call now, and moments after it.
    static func now(plus seconds: Int = 0) -> HTTPDate { HTTPDate(secondsSince1970: 1_400_000_000 + seconds) }
}

extension HTTPURL {
    /// An address without its scheme's own rules: `https://host/path`, or `http://`.
    init(test text: String) {
        let scheme: Scheme = text.hasPrefix("http://") ? .http : .https
        let rest = text.split(separator: "://", maxSplits: 1)[1]
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let parts = rest[slash...].split(separator: "?", maxSplits: 1)
        self.init(
            scheme: scheme,
            host: Self.host(rest[..<slash].split(separator: ":").first ?? ""),
            port: scheme.defaultPort,
            path: slash == rest.endIndex ? "/" : String(parts[0]),
            query: parts.count > 1 ? String(parts[1]) : nil
        )
    }

    private static func host(_ text: Substring) -> HTTPHost {
        let numbers = text.split(separator: ".").compactMap { UInt32($0) }
        guard numbers.count == 4 else { return .name(text.lowercased()) }
        return .address(.ipv4(numbers.reduce(0) { $0 << 8 | $1 }))
    }
}

extension CookieJar {
    /// An empty jar with the short list.
    static func listed(_ limits: CookieLimits = CookieLimits()) -> CookieJar {
        CookieJar(limits: limits, suffixes: ListedSuffixes())
    }

    @discardableResult
    mutating func store(_ text: String, from url: String, at now: HTTPDate = .now()) -> [Change] {
        store(Array(text.utf8), from: HTTPURL(test: url), at: now)
    }

    mutating func field(_ url: String, at now: HTTPDate = .now()) -> String? {
        field(for: HTTPURL(test: url), at: now).map { String(decoding: $0, as: UTF8.self) }
    }
}
