package import LoopbackKitHTTP

extension HTTPHost {
    /// The host as the domain of a cookie: the name, or the address in its one form.
    package var cookieDomain: String { if case .name(let name) = self { name } else { description } }

    /// Whether it is a name and no address.
    var isName: Bool { if case .name = self { true } else { false } }
}

extension String {
    /// Whether a host's name is a domain, or lies below it (RFC 6265bis, section 5.1.3).
    ///
    /// For names alone: an address has nothing below it.
    func isWithin(domain: String) -> Bool {
        let host = utf8
        let domain = domain.utf8
        guard host.count > domain.count else { return host.elementsEqual(domain) }
        let start = host.index(host.endIndex, offsetBy: -domain.count)
        return host[host.index(before: start)] == 46 && host[start...].elementsEqual(domain)
    }
}

extension [UInt8] {
    /// Whether a request's path lies within a cookie's (RFC 6265bis, section 5.1.4).
    func isWithin(path: [UInt8]) -> Bool {
        guard count >= path.count, path.indices.allSatisfy({ self[$0] == path[$0] }) else { return false }
        return count == path.count || path.last == 47 || self[path.count] == 47
    }
}
