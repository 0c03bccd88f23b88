package import LoopbackKitHTTP

/// A cookie as it is kept (RFC 6265bis, section 5.7).
package struct StoredCookie: Hashable, Sendable {
    /// What tells a cookie from others: another one that has the same replaces it.
    package struct Identity: Hashable, Sendable {
        /// The domain that it is for, in lower-case ASCII; an address as text.
        package let domain: String
        /// Whether it goes to that very host alone.
        package let isHostOnly: Bool
        /// The path that it is for.
        package let path: [UInt8]
        /// The name; may be empty.
        package let name: [UInt8]
    }

    /// What tells it from others.
    package let identity: Identity
    /// The value.
    package let value: [UInt8]
    /// When it ends; `nil` for one that ends with the session.
    package let expires: HTTPDate?
    /// Whether it goes over secure connections only.
    package let isSecure: Bool
    /// Whether pages must not see it; no page sees any here.
    package let isHTTPOnly: Bool
    /// With which requests it is to be sent; a call through the proxy counts as one of the same site.
    package let sameSite: SetCookie.SameSite?
    /// Whether it is kept apart for each top-level site, as a jar is anyway.
    package let isPartitioned: Bool

    package init(
        _ identity: Identity,
        value: [UInt8],
        expires: HTTPDate?,
        isSecure: Bool,
        isHTTPOnly: Bool,
        sameSite: SetCookie.SameSite?,
        isPartitioned: Bool
    ) {
        self.identity = identity
        self.value = value
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.isPartitioned = isPartitioned
    }

    /// Whether its time is over.
    package func isExpired(at now: HTTPDate) -> Bool { expires.map { $0 <= now } ?? false }
}

extension StoredCookie {
    /// Makes a cookie of what a field says; `nil` where the standard has it ignored.
    ///
    /// - Parameters:
    ///   - received: the field.
    ///   - url: the address of the request that was answered with it.
    ///   - suffixes: which domains no cookie may be for.
    ///   - now: the moment of the answer.
    package init?(_ received: ReceivedCookie, from url: HTTPURL, suffixes: some PublicSuffixes, at now: HTTPDate) {
        guard !received.name.isEmpty || !received.value.isEmpty else { return nil }
        guard let place = Place(received.domain, host: url.host, suffixes) else { return nil }
        let isSecureConnection = url.scheme == .https
        guard isSecureConnection || !received.isSecure else { return nil }
        // SameSite=None is for secure cookies alone (step 19).
        guard received.isSecure || received.sameSite != SetCookie.SameSite.none else { return nil }
        let path = received.path ?? Self.defaultPath(of: url.path.utf8)
        guard Self.keepsPrefix(received, path: path) else { return nil }
        self.init(
            Identity(domain: place.domain, isHostOnly: place.isHostOnly, path: path, name: received.name),
            value: received.value,
            expires: received.end(from: now),
            isSecure: received.isSecure,
            isHTTPOnly: received.isHTTPOnly,
            sameSite: received.sameSite,
            isPartitioned: received.isPartitioned
        )
    }

    /// Where a cookie goes (steps 7 to 10).
    private struct Place {
        var domain: String
        var isHostOnly = true

        init?(_ attribute: [UInt8], host: HTTPHost, _ suffixes: some PublicSuffixes) {
            domain = host.cookieDomain
            guard !attribute.isEmpty else { return }
            guard attribute.allSatisfy({ $0 < 128 }) else { return nil }
            let wanted = String(decoding: attribute, as: UTF8.self)
            guard host.isName else {
                guard wanted == domain else { return nil }
                return
            }
            switch suffixes.admits(domain: wanted) {
            case true?:
                guard domain.isWithin(domain: wanted) else { return nil }
                domain = wanted
                isHostOnly = false
            case false?:
                guard wanted == domain else { return nil }
            case nil:
                // Without a list nobody knows whom else it would go to.
                guard domain.isWithin(domain: wanted) else { return nil }
            }
        }
    }

    /// Whether a cookie keeps what its name's prefix promises (steps 20 to 22).
    private static func keepsPrefix(_ received: ReceivedCookie, path: [UInt8]) -> Bool {
        guard !received.name.isEmpty else {
            // A server would read such a value as a pair.
            return !received.value[...].hasPrefix(word: "__secure-") && !received.value[...].hasPrefix(word: "__host-")
        }
        let name = received.name[...]
        if name.hasPrefix(word: "__secure-") { return received.isSecure }
        guard name.hasPrefix(word: "__host-") else { return true }
        // Whatever becomes of a Domain attribute, the prefix promises that there is none.
        return received.isSecure && received.domain.isEmpty && received.hasPath && path == [47]
    }

    /// The folder of a request's path, without the slash at its end (section 5.1.4).
    static func defaultPath(of path: String.UTF8View) -> [UInt8] {
        guard path.first == 47, let slash = path.lastIndex(of: 47), slash != path.startIndex else { return [47] }
        return Array(path[..<slash])
    }
}

extension ReceivedCookie {
    /// When a cookie that came at a moment ends; `nil` for one that ends with the session.
    fileprivate func end(from now: HTTPDate) -> HTTPDate? {
        let latest = HTTPDate(secondsSince1970: now.secondsSince1970 + Self.longestLife)
        if let maxAge { return HTTPDate(secondsSince1970: maxAge > 0 ? now.secondsSince1970 + maxAge : .min) }
        return expires.map { min($0, latest) }
    }
}
