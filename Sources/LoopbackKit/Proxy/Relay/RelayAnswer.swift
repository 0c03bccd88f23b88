internal import LoopbackKitHTTP

/// What the page gets of another site's answer.
extension RelayCall {
    /// The answer's head, and its body as it comes.
    func pageResponse(to answer: Answer) async throws -> HTTPResponse {
        switch answer.step {
        case .rewrites where method == .get: return try await rewritten(answer, beginning: [])
        case .rewrites:
            return whole(answer, fields: PlaylistPlan.answerFields(from: answer.response.fields), body: .empty)
        case .looksInto: return try await looked(into: answer)
        case .passes, .asksAgain: return passed(answer, beginning: [])
        }
    }

    // MARK: Bodies that pass

    /// The body passes as it is, after what was read of it already.
    private func passed(_ answer: Answer, beginning: [[UInt8]]) -> HTTPResponse {
        let response = answer.response
        var page = HTTPResponse(
            FieldPolicy.pageStatus(for: response.status),
            fields: FieldPolicy.pageFields(from: response.fields, of: description(of: answer))
        )
        if method != .head, !response.status.forbidsContent {
            page.body = body(response.body, beginning: beginning)
        }
        return page
    }

    private func body(_ body: HTTPIncomingBody, beginning: [[UInt8]]) -> HTTPOutgoingBody {
        if beginning.isEmpty, case .bytes(let bytes) = body.storage { return .bytes(bytes) }
        if beginning.isEmpty, case .empty = body.storage { return .empty }
        let limits = relay.configuration.limits
        return .stream(length: body.length) { writer in
            await writer.setWatermarks(high: limits.highWater, low: limits.lowWater)
            for part in beginning { try await writer.write(part) }
            for try await part in body { try await writer.write(part) }
            let trailers = FieldPolicy.trailers(from: await body.trailers)
            if !trailers.isEmpty { await writer.setTrailers(trailers) }
        }
    }

    private func description(of answer: Answer) -> FieldPolicy.Answer {
        FieldPolicy.Answer(
            status: answer.response.status,
            reason: Array(answer.response.reason.utf8),
            url: answer.url.origin.description + answer.url.requestTarget,
            hadCookies: answer.hadCookies,
            wasRedirected: answer.url != target.url,
            isToHead: method == .head
        )
    }

    // MARK: Playlists

    /// Reads as much as tells whether it is a playlist.
    private func looked(into answer: Answer) async throws -> HTTPResponse {
        let body = answer.response.body
        if case .bytes(let bytes) = body.storage {
            guard Playlist.begins(bytes) else { return passed(answer, beginning: []) }
            return whole(answer, bytes)
        }
        var parts: [[UInt8]] = []
        var beginning: [UInt8] = []
        var iterator = body.makeAsyncIterator()
        // Whoever waits for a stream gets its head as soon as the first byte tells that it is none.
        while Playlist.mayBegin(beginning), let part = try await iterator.next() {
            parts.append(part)
            beginning += part.prefix(Playlist.beginningLength)
        }
        guard Playlist.begins(beginning) else { return passed(answer, beginning: parts) }
        return try await rewritten(answer, beginning: parts)
    }

    /// Reads a playlist whole; one that is too long passes as it is.
    private func rewritten(_ answer: Answer, beginning: [[UInt8]]) async throws -> HTTPResponse {
        var parts = beginning
        var count = parts.reduce(0) { $0 + $1.count }
        for try await part in answer.response.body {
            parts.append(part)
            count += part.count
            if count > Playlist.sizeLimit { return passed(answer, beginning: parts) }
        }
        return whole(answer, Array(parts.joined()))
    }

    private func whole(_ answer: Answer, _ playlist: [UInt8]) -> HTTPResponse {
        let rewritten = Playlist.rewrite(playlist, requested: target.url, answered: answer.url) { url in
            ProxyTarget(url: url, mode: target.mode).address(from: target)
        }
        return whole(answer, fields: PlaylistPlan.answerFields(from: answer.response.fields), body: .bytes(rewritten))
    }

    private func whole(_ answer: Answer, fields: HTTPFields, body: HTTPOutgoingBody) -> HTTPResponse {
        var description = description(of: answer)
        description.status = .ok
        return HTTPResponse(fields: FieldPolicy.pageFields(from: fields, of: description), body: body)
    }
}
