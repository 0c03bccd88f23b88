package import LoopbackKitHTTP

/// The cookies that sites have set, by RFC 6265bis.
///
/// It has no clock and does no I/O. Cookies lie by site, so that a request looks at those of its own alone, however many
/// there are: at most `CookieLimits.perSite`.
package struct CookieJar: Sendable {
    /// What a store has to write down.
    package enum Change: Hashable, Sendable {
        /// A cookie is there, with its number in the order of creation; perhaps in place of another one.
        case set(StoredCookie, creation: UInt64, replaced: StoredCookie?)
        /// A cookie is gone before its time.
        case removed(StoredCookie)
    }

    /// How many cookies there are; some may be over.
    package private(set) var count = 0
    private var sites: [String: CookieSite] = [:]
    /// Grows with each event; it is what cookies are ordered by.
    private var lastEvent: UInt64 = 0
    private let limits: CookieLimits
    private let suffixes: any PublicSuffixes

    /// Makes an empty jar.
    package init(limits: CookieLimits = CookieLimits(), suffixes: any PublicSuffixes) {
        self.limits = limits
        self.suffixes = suffixes
    }

    /// The value of a request's Cookie field; `nil` when it has none.
    ///
    /// - Parameters:
    ///   - url: where the request goes.
    ///   - now: the moment.
    /// - Returns: the value's bytes, which have no control characters but tabs.
    package mutating func field(for url: HTTPURL, at now: HTTPDate) -> [UInt8]? {
        let host = url.host.cookieDomain
        guard let place = sites.index(forKey: suffixes.site(of: host)) else { return nil }
        lastEvent += 1
        let request = CookieSite.Request(
            host: host,
            path: Array(url.path.utf8),
            isSecure: url.scheme == .https,
            now: now
        )
        return sites.values[place].field(for: request, use: lastEvent)
    }

    /// Takes the value of an answer's Set-Cookie field; what the standard has ignored changes nothing.
    ///
    /// - Parameters:
    ///   - setCookie: the value of one field line.
    ///   - url: the address of the request that was answered with it.
    ///   - now: the moment.
    /// - Returns: what has changed.
    package mutating func store(_ setCookie: [UInt8], from url: HTTPURL, at now: HTTPDate) -> [Change] {
        guard let received = ReceivedCookie(setCookie),
            let cookie = StoredCookie(received, from: url, suffixes: suffixes, at: now)
        else { return [] }
        let site = suffixes.site(of: url.host.cookieDomain)
        if url.scheme == .http, sites[site]?.protects(against: cookie) == true { return [] }
        return put(cookie, in: site, at: now)
    }

    private mutating func put(_ cookie: StoredCookie, in site: String, at now: HTTPDate) -> [Change] {
        var changes: [Change] = []
        lastEvent += 1
        let use = lastEvent
        let limit = limits.perSite
        let added = sites[site, default: CookieSite()].update { site in
            let before = site.entries.count
            site.removeExpired(at: now)
            let old = site.remove(cookie.identity)
            if !cookie.isExpired(at: now) {
                let creation = old?.creation ?? use
                site.append(CookieSite.Entry(cookie: cookie, creation: creation, lastUse: use))
                changes.append(.set(cookie, creation: creation, replaced: old?.cookie))
            } else if let old {
                changes.append(.removed(old.cookie))
            }
            changes += site.removeExcess(over: limit).map { .removed($0) }
            return site.entries.count - before
        }
        count += added
        if sites[site]?.entries.isEmpty == true { sites[site] = nil }
        if count > limits.total { changes += removeExcess(at: now) }
        return changes
    }

    /// Makes room for a sixteenth of the limit, so that not each new cookie costs a look at all of them.
    private mutating func removeExcess(at now: HTTPDate) -> [Change] {
        removeExpired(at: now)
        guard count > limits.total else { return [] }
        let kept = limits.total - limits.total / 16
        var uses: [UInt64] = []
        uses.reserveCapacity(count)
        for site in sites.values { for entry in site.entries { uses.append(entry.lastUse) } }
        uses.sort()
        // Uses of one request share a number, and go together.
        let oldest = kept > 0 ? uses[uses.count - kept] : .max
        var changes: [Change] = []
        changeSites { site in changes += site.removeUnused(since: oldest).map { .removed($0) } }
        return changes
    }

    /// Takes away the cookies whose time is over.
    package mutating func removeExpired(at now: HTTPDate) { changeSites { $0.removeExpired(at: now) } }

    /// Changes all sites in their places, and lets go those that are empty then.
    private mutating func changeSites(_ body: (inout CookieSite) -> Void) {
        var hasEmpty = false
        count = 0
        var place = sites.startIndex
        while place != sites.endIndex {
            body(&sites.values[place])
            count += sites.values[place].entries.count
            hasEmpty = hasEmpty || sites.values[place].entries.isEmpty
            sites.formIndex(after: &place)
        }
        if hasEmpty { sites = sites.filter { !$0.value.entries.isEmpty } }
    }
}

extension CookieJar {
    /// The cookies with their numbers of creation, those that were used longest ago first.
    package var cookies: [(cookie: StoredCookie, creation: UInt64)] {
        sites.values.flatMap(\.entries).sorted { ($0.lastUse, $0.creation) < ($1.lastUse, $1.creation) }
            .map { ($0.cookie, $0.creation) }
    }

    /// Takes a cookie that was kept before; the order of the calls is that of the last uses.
    ///
    /// A cookie for a domain that has become a public suffix, or for which there is no list any more, goes to its domain's
    /// own host alone, since each host below is a site of its own then.
    package mutating func restore(_ cookie: StoredCookie, creation: UInt64) {
        let site = suffixes.site(of: cookie.identity.domain)
        lastEvent = max(lastEvent, creation) + 1
        let use = lastEvent
        let added = sites[site, default: CookieSite()].update { site in
            let before = site.entries.count
            _ = site.remove(cookie.identity)
            site.append(CookieSite.Entry(cookie: cookie, creation: creation, lastUse: use))
            return site.entries.count - before
        }
        count += added
    }

    /// Takes away a cookie that was restored.
    package mutating func remove(_ identity: StoredCookie.Identity) {
        let site = suffixes.site(of: identity.domain)
        guard sites[site]?.remove(identity) != nil else { return }
        count -= 1
        if sites[site]?.entries.isEmpty == true { sites[site] = nil }
    }

    /// Takes away what is over, or too many, among restored cookies.
    package mutating func enforceLimits(at now: HTTPDate) {
        let limit = limits.perSite
        changeSites { site in
            site.removeExpired(at: now)
            _ = site.removeExcess(over: limit)
        }
        if count > limits.total { _ = removeExcess(at: now) }
    }
}

extension CookieSite {
    /// Changes the site in its place.
    fileprivate mutating func update<Result>(_ body: (inout CookieSite) -> Result) -> Result { body(&self) }
}
