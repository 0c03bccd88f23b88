package import LoopbackKitHTTP
internal import Synchronization

/// The health calls under way: each has a one-time nonce, and counts when a listener of this process received it.
///
/// An answer alone proves nothing: another process may hold the port by now. Nor may it learn anything, so the call's
/// address holds the nonce and never the token.
package final class HealthChecks: Sendable {
    /// A call under way: where it goes.
    package struct Call: Sendable {
        fileprivate let nonce: SessionToken

        /// The path to ask for: `/~health/<nonce>`.
        package var path: String { "\(HealthChecks.prefixText)\(nonce.revealed)" }
    }

    private struct Pending {
        let nonce: SessionToken
        var generation: UInt64?
    }

    private let banner: String
    private let pending = Mutex<[Pending]>([])

    /// Makes the list of calls; the banner is what they are answered with.
    package init(banner: String = "") { self.banner = banner }

    /// Begins a call.
    package func begin() -> Call {
        let call = Call(nonce: SessionToken())
        pending.withLock { $0.append(Pending(nonce: call.nonce)) }
        return call
    }

    /// Ends a call.
    ///
    /// - Returns: which listener received it; `nil` when none of this process did.
    package func end(_ call: Call) -> UInt64? {
        pending.withLock { pending in
            guard let index = pending.firstIndex(where: { $0.nonce == call.nonce }) else { return nil }
            return pending.remove(at: index).generation
        }
    }

    /// Whether the path is that of a call that no listener has received yet.
    package func isAwaited(_ path: Span<UInt8>) -> Bool { find(path, receivedBy: nil) }

    /// The answer to the call, the first time that its path is asked for; `nil` for any other path.
    package func answer(_ path: Span<UInt8>, generation: UInt64) -> HTTPResponse? {
        guard find(path, receivedBy: generation) else { return nil }
        var response = HTTPResponse(.ok, text: banner)
        response.fields.append(.cacheControl, "no-store")
        return response
    }

    private func find(_ path: Span<UInt8>, receivedBy generation: UInt64?) -> Bool {
        guard path.count == Self.prefix.count + SessionToken.length else { return false }
        for index in 0..<Self.prefix.count where path[index] != Self.prefix[index] { return false }
        let nonce = bytes(path.extracting(Self.prefix.count..<path.count))
        return pending.withLock { pending in
            for index in pending.indices
            where pending[index].generation == nil && pending[index].nonce.matches(nonce.span) {
                pending[index].generation = generation
                return true
            }
            return false
        }
    }

    fileprivate static let prefixText = "/~health/"
    private static let prefix = Array(prefixText.utf8)
}
