internal import LoopbackKitHTTP

/// One call of a page: from its request, over redirects, to the head of the answer that the page gets.
struct RelayCall: Sendable {
    /// The answer of the last hop, and what is to be told of it.
    struct Answer: Sendable {
        let response: HTTPClientResponse
        /// What answered.
        let url: HTTPURL
        let hadCookies: Bool
        /// How many redirects led there.
        let redirects: Int
        /// What becomes of its body.
        let step: PlaylistPlan.Step

        /// What answered, as the page is told.
        var shownURL: String { url.origin.description + url.requestTarget }
    }

    let relay: ProxyRelay
    let target: ProxyTarget
    let scope: ScopeReference
    let method: HTTPMethod
    /// The page's fields that pass.
    let fields: HTTPFields
    /// The protocol that the connection is to go over to.
    let upgrade: String?

    /// Makes the call.
    ///
    /// - Throws: what the client, the guard and the page's body throw, and `ProxyFailure` for a redirect.
    func perform(_ body: RelayedBody) async throws -> Answer {
        var playlist = PlaylistPlan(
            method: method,
            path: target.url.path,
            fields: fields,
            isOff: target.mode.keepsPlaylists
        )
        let limit = relay.configuration.limits.redirects
        var redirects = RedirectPlan(target.url, method: method, mode: target.mode.redirects, limit: limit)
        var request = HTTPClientRequest(method, target.url, fields: fields, body: body.first, upgrade: upgrade)
        request.mayRest = target.mode.opensEventStream
        var hasBody = true
        while true {
            let (response, hadCookies) = try await send(request, playlist, isFirst: request.url == target.url)
            switch try redirects.next(status: response.status, fields: response.fields) {
            case .answer:
                let step = playlist.step(status: response.status, fields: response.fields)
                guard step == .asksAgain else {
                    return Answer(
                        response: response,
                        url: request.url,
                        hadCookies: hadCookies,
                        redirects: redirects.count,
                        step: step
                    )
                }
                playlist = playlist.askingForWhole
                request.body = hasBody ? try await body.again() : .empty
            case .follow(let hop):
                request.url = hop.url
                request.method = hop.method
                if hop.leavesOrigin { request.fields.remove(.authorization) }
                hasBody = hasBody && hop.keepsBody
                if !hasBody { for name in Self.ofBody { request.fields.remove(name) } }
                request.body = hasBody ? try await body.again() : .empty
            }
        }
    }

    /// Fields that tell of a body, and go with it (Fetch standard, request-body-header name).
    private static let ofBody: [HTTPFieldName] = [
        "Content-Encoding", "Content-Language", "Content-Location", .contentType, "Content-Length",
    ]

    private func send(
        _ request: HTTPClientRequest,
        _ playlist: PlaylistPlan,
        isFirst: Bool
    ) async throws -> (HTTPClientResponse, hadCookies: Bool) {
        var request = request
        request.fields = playlist.requestFields(from: request.fields)
        let mode = target.mode.credentials
        let usesCookies = relay.configuration.cookieRule.admits(includes: mode == .include, omits: mode == .omit)
        guard usesCookies else { return (try await sent(request, isFirst: isFirst), false) }
        let cookies = relay.configuration.cookies
        let jar = relay.configuration.jar(scope, request.url.host)
        let field = await cookies.cookieField(for: request.url, in: jar)
        if let field { request.fields.append(.cookie, bytes: field) }
        let response = try await sent(request, isFirst: isFirst)
        await cookies.store(from: response.fields, of: request.url, in: jar)
        return (response, field != nil)
    }

    /// Sends a request; a failure at another address than the page's own says so.
    private func sent(_ request: HTTPClientRequest, isFirst: Bool) async throws -> HTTPClientResponse {
        do {
            return try await relay.send(request)
        } catch {
            guard !isFirst, !(error is CancellationError) else { throw error }
            let failure = ProxyFailure(error)
            throw ProxyFailure(
                failure.stage,
                failure.reason,
                "Behind a redirect to \(request.url.origin): \(failure.message)"
            )
        }
    }
}
