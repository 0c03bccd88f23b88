package import LoopbackKitHTTP

/// The names that lead to this machine or into the networks around it, whatever address they have.
///
/// The address alone does not tell: in IPv6 the printer of a house has a global address, and a router's name service
/// knows it by such a name.
package struct LocalNames: Sendable {
    /// A domain whose names are refused.
    package struct Domain: Hashable, Sendable {
        /// The domain in lower case.
        package let name: String
        /// What its names lead to.
        package let reach: String
        /// The document that says so.
        package let source: String
    }

    /// The domains.
    ///
    /// Of the special names (IANA's "Special-Use Domain Names", RFC 6761) those that reach nothing are left to the name
    /// service, which tells a page more: `.invalid` has no address, `.example` is ordinary to programs, and the reverse
    /// zones hold no hosts.
    package static let domains: [Domain] = [
        Domain(name: "localhost", reach: "this machine", source: "RFC 6761, section 6.3"),
        Domain(name: "localdomain", reach: "this machine, by old tables of hosts", source: "custom"),
        Domain(name: "local", reach: "the link, by multicast", source: "RFC 6762, section 3"),
        Domain(name: "internal", reach: "a private network", source: "ICANN board, 2024-07-29"),
        Domain(name: "home.arpa", reach: "a home network", source: "RFC 8375"),
        Domain(name: "service.arpa", reach: "services registered nearby", source: "RFC 9665"),
        Domain(name: "resolver.arpa", reach: "the network's name service", source: "RFC 9462"),
        Domain(name: "test", reach: "whatever a developer's machine or network says", source: "RFC 6761, section 6.2"),
        // Never delegated, and what routers and offices call their networks.
        Domain(name: "lan", reach: "a private network", source: "RFC 6762, appendix G"),
        Domain(name: "home", reach: "a private network", source: "RFC 6762, appendix G; ICANN board, 2018-02-04"),
        Domain(name: "corp", reach: "a private network", source: "RFC 6762, appendix G; ICANN board, 2018-02-04"),
        Domain(name: "intranet", reach: "a private network", source: "RFC 6762, appendix G"),
        Domain(name: "private", reach: "a private network", source: "RFC 6762, appendix G"),
        // Not names of DNS: who can't look them up otherwise must not ask, and a gateway maps them to local addresses.
        Domain(name: "onion", reach: "a gateway on this machine or network", source: "RFC 7686, section 2"),
        Domain(name: "alt", reach: "a gateway on this machine or network", source: "RFC 9476"),
    ]

    /// The domain that a name lies in; `nil` when none of them has it.
    package static func domain(of name: DNSName) -> Domain? { domains.first { name.isWithin($0.name) } }
}
