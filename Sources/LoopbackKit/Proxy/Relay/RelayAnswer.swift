internal import LoopbackKitHTTP

/// What the page gets of another site's answer.
extension RelayCall {
    /// The answer's head, and its body as it comes.
    func pageResponse(to answer: Answer) async throws -> HTTPResponse {
        switch answer.step {
        case .rewrites where method == .get: return try await rewritten(answer, beginning: [])
        case .rewrites:
            // The length of what GET would be answered with is not known.
            let fields = PlaylistPlan.answerFields(from: answer.response.fields)
            return whole(answer, fields: fields, body: .stream { _ in })
        case .looksInto: return try await looked(into: answer)
        case .passes, .asksAgain: return passed(answer, beginning: [])
        }
    }

    // MARK: Bodies that pass

    /// The body passes as it is, after what was read of it already.
    private func passed(_ answer: Answer, beginning: [UInt8]) -> HTTPResponse {
        let response = answer.response
        var page = HTTPResponse(
            FieldPolicy.pageStatus(for: response.status),
            fields: FieldPolicy.pageFields(from: response.fields, of: description(of: answer))
        )
        if !response.status.forbidsContent { page.body = body(of: response, beginning: beginning, page.fields) }
        return page
    }

    private func body(of response: HTTPClientResponse, beginning: [UInt8], _ fields: HTTPFields) -> HTTPOutgoingBody {
        let body = response.body
        // An answer to HEAD that tells no length must not seem to tell of an empty body.
        guard method != .head else { return fields.contains(.contentLength) ? .empty : .stream { _ in } }
        // A length is told where the other site tells one, not where the body happened to come in one piece.
        let hasLength = response.fields.contains(.contentLength)
        if hasLength, beginning.isEmpty, case .bytes(let bytes) = body.storage { return .bytes(bytes) }
        if hasLength, beginning.isEmpty, case .empty = body.storage { return .empty }
        let limits = relay.configuration.limits
        return .stream(length: hasLength ? body.length : nil) { writer in
            await writer.setWatermarks(high: limits.highWater, low: limits.lowWater)
            if !beginning.isEmpty { try await writer.write(beginning) }
            for try await part in body { try await writer.write(part) }
            let trailers = FieldPolicy.trailers(from: await body.trailers)
            if !trailers.isEmpty { await writer.setTrailers(trailers) }
        }
    }

    private func description(of answer: Answer) -> FieldPolicy.Answer {
        FieldPolicy.Answer(
            status: answer.response.status,
            reason: Array(answer.response.reason.utf8),
            url: answer.shownURL,
            hadCookies: answer.hadCookies,
            redirects: answer.redirects,
            isToHead: method == .head
        )
    }

    // MARK: Playlists

    /// Reads as much as tells whether it is a playlist.
    private func looked(into answer: Answer) async throws -> HTTPResponse {
        let body = answer.response.body
        if case .bytes(let bytes) = body.storage {
            guard Playlist.begins(bytes) else { return passed(answer, beginning: []) }
            return try await whole(answer, bytes)
        }
        var beginning: [UInt8] = []
        var iterator = body.makeAsyncIterator()
        // Whoever waits for a stream gets its head as soon as the first byte tells that it is none.
        while Playlist.mayBegin(beginning), let part = try await iterator.next() { beginning += part }
        guard Playlist.begins(beginning) else { return passed(answer, beginning: beginning) }
        return try await rewritten(answer, beginning: beginning)
    }

    /// Reads a playlist whole; one that is too long passes as it is.
    private func rewritten(_ answer: Answer, beginning: [UInt8]) async throws -> HTTPResponse {
        // One block: a site that sends a few bytes at a time gets no block for each of them.
        var playlist = beginning
        for try await part in answer.response.body {
            playlist += part
            if playlist.count > Playlist.sizeLimit { return passed(answer, beginning: playlist) }
        }
        return try await whole(answer, playlist)
    }

    /// A playlist of this size in bytes is rewritten on the event loop.
    private static let quicklyRewritten = 1 << 16

    private func whole(_ answer: Answer, _ playlist: [UInt8]) async throws -> HTTPResponse {
        let prefix = target.wayToMarker
        let mode = target.mode.ofReferences
        let rewrite: @Sendable () -> [UInt8] = {
            Playlist.rewrite(playlist, requested: target.url, answered: answer.url) { url in
                prefix + ProxyTarget(url: url, mode: mode).addressBehindMarker
            }
        }
        let rewritten = playlist.count <= Self.quicklyRewritten ? rewrite() : await offLoop(rewrite)
        return whole(answer, fields: PlaylistPlan.answerFields(from: answer.response.fields), body: .bytes(rewritten))
    }

    private func whole(_ answer: Answer, fields: HTTPFields, body: HTTPOutgoingBody) -> HTTPResponse {
        var description = description(of: answer)
        description.status = .ok
        return HTTPResponse(fields: FieldPolicy.pageFields(from: fields, of: description), body: body)
    }
}
