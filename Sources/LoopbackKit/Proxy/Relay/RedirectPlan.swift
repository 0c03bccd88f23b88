package import LoopbackKitHTTP

/// Where a call goes after each answer (Fetch standard, section 4.4, HTTP-redirect fetch).
///
/// Whether the next address may be called is not decided here: each one is checked like the first.
package struct RedirectPlan: Sendable {
    /// What is to be done with an answer.
    package enum Action: Sendable {
        /// It is the page's.
        case answer
        /// Another request follows.
        case follow(Hop)
    }

    /// The next request of a call.
    package struct Hop: Sendable {
        /// What is called.
        package var url: HTTPURL
        /// By which method.
        package var method: HTTPMethod
        /// Whether the body is sent again.
        package var keepsBody: Bool
        /// Whether the next origin is another one, which learns no credentials that the page gave for the last.
        package var leavesOrigin: Bool
    }

    private let mode: RedirectMode
    private let limit: Int
    /// How many redirects were followed.
    package private(set) var count = 0
    /// What was called last.
    package private(set) var url: HTTPURL
    /// The method that it was called by.
    package private(set) var method: HTTPMethod

    /// Makes a plan for a call.
    package init(_ url: HTTPURL, method: HTTPMethod, mode: RedirectMode, limit: Int) {
        self.url = url
        self.method = method
        self.mode = mode
        self.limit = limit
    }

    /// Decides what becomes of an answer.
    ///
    /// - Throws: `ProxyFailure` of the stage `redirect`.
    package mutating func next(status: HTTPStatus, fields: HTTPFields) throws(ProxyFailure) -> Action {
        guard [301, 302, 303, 307, 308].contains(status.code) else { return .answer }
        if mode == .manual { return .answer }
        guard mode == .follow else {
            throw ProxyFailure(.redirect, "notWanted", "The site answered with a redirect, and the call wants none.")
        }
        let locations = fields.bytesOfValues(of: .location)
        guard let location = locations.first else { return .answer }
        guard locations.allSatisfy({ $0 == location }) else {
            throw ProxyFailure(.redirect, "severalLocations", "The site's redirect names several addresses.")
        }
        count += 1
        guard count <= limit else {
            throw ProxyFailure(.redirect, "tooMany", "The site's redirects don't end: more than \(limit).")
        }
        return .follow(hop(to: try address(location), status))
    }

    private func address(_ location: [UInt8]) throws(ProxyFailure) -> HTTPURL {
        do {
            return try HTTPURL(bytes: location, relativeTo: url)
        } catch {
            let failure = ProxyFailure.refusedAddress(error)
            throw ProxyFailure(.redirect, failure.reason, "The site's redirect leads nowhere. \(failure.message)")
        }
    }

    private mutating func hop(to next: HTTPURL, _ status: HTTPStatus) -> Hop {
        var hop = Hop(url: next, method: method, keepsBody: true, leavesOrigin: next.origin != url.origin)
        let becomesGet =
            switch status.code {
            case 301, 302: method == .post
            case 303: method != .get && method != .head
            default: false
            }
        if becomesGet {
            hop.method = .get
            hop.keepsBody = false
        }
        url = next
        method = hop.method
        return hop
    }
}
