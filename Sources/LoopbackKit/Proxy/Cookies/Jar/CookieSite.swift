internal import LoopbackKitHTTP

/// The cookies of one site: a host, or a registrable domain with all hosts below it.
struct CookieSite: Sendable {
    /// A cookie with its place in the order of things.
    struct Entry: Sendable {
        let cookie: StoredCookie
        /// Grows with each new cookie; one that replaces another keeps its number.
        let creation: UInt64
        /// Grows with each use.
        var lastUse: UInt64
    }

    /// What of a request tells which cookies go with it.
    struct Request {
        let host: String
        let path: [UInt8]
        let isSecure: Bool
        let now: HTTPDate
    }

    private(set) var entries: [Entry] = []

    // MARK: Asking

    /// The Cookie field's value for a request (RFC 6265bis, section 5.8.3); `nil` when no cookie goes with it.
    mutating func field(for request: Request, use: UInt64) -> [UInt8]? {
        var found: [Int] = []
        var size = 0
        for index in entries.indices where entries[index].cookie.goes(with: request) {
            entries[index].lastUse = use
            size += entries[index].cookie.identity.name.count + entries[index].cookie.value.count + 3
            found.append(index)
        }
        guard !found.isEmpty else { return nil }
        found.sort { comesFirst(entries[$0], entries[$1]) }
        var field: [UInt8] = []
        field.reserveCapacity(size)
        for index in found {
            if !field.isEmpty { field += [59, 32] }
            field += entries[index].cookie.identity.name
            if !entries[index].cookie.identity.name.isEmpty { field.append(61) }
            field += entries[index].cookie.value
        }
        return field
    }

    /// Longer paths come first, and older cookies.
    private func comesFirst(_ left: Entry, _ right: Entry) -> Bool {
        let (leftPath, rightPath) = (left.cookie.identity.path.count, right.cookie.identity.path.count)
        return leftPath == rightPath ? left.creation < right.creation : leftPath > rightPath
    }

    /// Whether a cookie that came over an insecure connection would lie over a secure one (section 5.7, step 16).
    func protects(against cookie: StoredCookie) -> Bool {
        let identity = cookie.identity
        return entries.contains { entry in
            let other = entry.cookie.identity
            return entry.cookie.isSecure && other.name == identity.name
                && (other.domain.isWithin(domain: identity.domain) || identity.domain.isWithin(domain: other.domain))
                && identity.path.isWithin(path: other.path)
        }
    }

    // MARK: Changing

    /// Takes away the cookie that has this identity.
    mutating func remove(_ identity: StoredCookie.Identity) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.cookie.identity == identity }) else { return nil }
        return entries.remove(at: index)
    }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    /// Takes away cookies whose time is over.
    mutating func removeExpired(at now: HTTPDate) {
        if entries.contains(where: { $0.cookie.isExpired(at: now) }) {
            entries.removeAll { $0.cookie.isExpired(at: now) }
        }
    }

    /// Takes away cookies that were last used before a number.
    ///
    /// - Returns: them.
    mutating func removeUnused(since use: UInt64) -> [StoredCookie] {
        guard entries.contains(where: { $0.lastUse < use }) else { return [] }
        let removed = entries.filter { $0.lastUse < use }
        entries.removeAll { $0.lastUse < use }
        return removed.map(\.cookie)
    }

    /// Makes room: cookies that are not secure go first, then those that were used longest ago.
    ///
    /// - Returns: what was taken away.
    mutating func removeExcess(over limit: Int) -> [StoredCookie] {
        guard entries.count > limit else { return [] }
        let order = entries.indices.sorted { left, right in
            let (left, right) = (entries[left], entries[right])
            return left.cookie.isSecure == right.cookie.isSecure
                ? left.lastUse < right.lastUse : right.cookie.isSecure
        }
        let excess = Set(order.prefix(entries.count - limit))
        let removed = entries.indices.filter(excess.contains).map { entries[$0].cookie }
        entries = entries.indices.filter { !excess.contains($0) }.map { entries[$0] }
        return removed
    }
}

extension StoredCookie {
    /// Whether it goes with a request.
    fileprivate func goes(with request: CookieSite.Request) -> Bool {
        guard request.path.isWithin(path: identity.path), !isSecure || request.isSecure else { return false }
        let isForHost =
            identity.isHostOnly ? identity.domain == request.host : request.host.isWithin(domain: identity.domain)
        return isForHost && !isExpired(at: request.now)
    }
}
