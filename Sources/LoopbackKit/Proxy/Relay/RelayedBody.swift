internal import LoopbackKitHTTP
internal import Synchronization

/// A page's request body on its way to another site, kept as far as it may have to be sent again.
final class RelayedBody: Sendable {
    private struct State {
        var kept: [UInt8] = []
        var isWhole = false
        /// Whether more came than is kept.
        var isTooLarge = false
        var failure: (any Error)?
        var waiter: CheckedContinuation<Void, Never>?
    }

    private enum Source {
        case bytes([UInt8])
        case stream(HTTPIncomingBody)
    }

    /// Bodies of at most this size are read whole before they are sent: a stale connection or a redirect needs no more
    /// than sending them again.
    static let readWhole = 1 << 16

    private let source: Source
    private let limit: Int
    private let local: LocalAddressFinder
    private let state = Mutex(State())

    /// Takes a request's body; a small one is read whole.
    ///
    /// - Parameters:
    ///   - body: the body.
    ///   - limit: how much of a streamed body is kept, in bytes; 0 when it is never sent again.
    ///   - local: what must not leave the machine in its trailers.
    /// - Throws: what reading it throws.
    init(_ body: HTTPIncomingBody, keeping limit: Int, hiding local: LocalAddressFinder) async throws {
        self.limit = limit
        self.local = local
        if case .empty = body.storage {
            source = .bytes([])
        } else if let length = body.length, length <= Self.readWhole {
            source = .bytes(try await body.collect(upTo: length))
        } else {
            source = .stream(body)
        }
    }

    /// The body for the first request.
    var first: HTTPOutgoingBody {
        switch source {
        case .bytes(let bytes): return bytes.isEmpty ? .empty : .bytes(bytes)
        case .stream(let body): return .stream(length: body.length) { try await self.pass(body, to: $0) }
        }
    }

    /// The body for another request: what was kept of it.
    ///
    /// - Throws: `ProxyFailure` of the stage `redirect` when it is larger than what is kept, or did not come whole.
    func again() async throws -> HTTPOutgoingBody {
        guard case .stream = source else { return first }
        try await wholeBody()
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            guard state.isWhole, !state.isTooLarge else {
                throw ProxyFailure(
                    .redirect,
                    "bodyTooLarge",
                    "The site's redirect wants the request's body again, which is larger than what is kept of it."
                )
            }
            return .bytes(state.kept)
        }
    }

    /// Passes the body on.
    ///
    /// When the other site takes no more, the rest is still read as far as it is kept: it may have answered with a
    /// redirect at once.
    private func pass(_ body: HTTPIncomingBody, to writer: HTTPBodyWriter) async throws {
        var refusal: (any Error)?
        do {
            for try await part in body {
                let isKept = keep(part)
                if let refusal, !isKept { throw refusal }
                guard refusal == nil else { continue }
                do { try await writer.write(part) } catch { refusal = error }
            }
        } catch {
            end(error)
            throw error
        }
        end(nil)
        if let refusal { throw refusal }
        await writer.setTrailers(FieldPolicy.upstreamFields(from: await body.trailers, hiding: local).fields)
    }

    /// - Returns: whether everything was kept so far.
    private func keep(_ part: [UInt8]) -> Bool {
        let (isKept, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            guard !state.isTooLarge, part.count <= limit - state.kept.count else {
                state.isTooLarge = true
                state.kept = []
                // Nobody has to wait for the rest.
                return (false, state.waiter.take())
            }
            state.kept += part
            return (true, nil)
        }
        waiter?.resume()
        return isKept
    }

    private func end(_ failure: (any Error)?) {
        let waiter = state.withLock { state in
            state.failure = failure
            state.isWhole = failure == nil
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Waits until the body has come, or has failed; a body that is too large anyway is not waited for.
    private func wholeBody() async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    guard !Task.isCancelled, !state.isWhole, state.failure == nil, !state.isTooLarge else {
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume()
        }
        try Task.checkCancellation()
    }
}
