internal import LoopbackKitHTTP
internal import Synchronization

/// What became of named calls that failed, until their pages ask: an engine shows a page no more of a failed WebSocket, or
/// of an error of the network, than that there was one.
package final class KeptFailures: Sendable {
    private struct Entry {
        let scope: ScopeReference
        let name: ProxyCallName
        let json: [UInt8]
    }

    /// How many are kept of a scope, and of all scopes together; the oldest goes first.
    package static let mostOfScope = 64, most = 256

    /// The greatest length in bytes of an address that is kept with its failure; pages know what they called.
    private static let longestAddress = 4096

    /// In the order in which they came.
    private let entries = Mutex<[Entry]>([])

    package init() {}

    /// What a path behind the proxy's marker asks for; `nil` for one that is of a call.
    static func nameAsked(by path: [UInt8]) -> ArraySlice<UInt8>? {
        path.starts(with: "/failures/".utf8) ? path["/failures/".utf8.count...] : nil
    }

    /// Keeps a failure; one of an earlier call of that name is forgotten.
    ///
    /// - Parameters:
    ///   - failure: what happened.
    ///   - name: the call's name, which its scope's pages gave.
    ///   - scope: the scope of the page that called.
    ///   - url: what was called, where that could be read.
    package func keep(_ failure: ProxyFailure, of name: ProxyCallName, in scope: ScopeReference, url: String?) {
        let url = url.flatMap { $0.utf8.count <= Self.longestAddress ? $0 : nil }
        let entry = Entry(scope: scope, name: name, json: failure.json(url: url))
        entries.withLock { entries in
            entries.removeAll { $0.scope == scope && $0.name == name }
            if entries.count(where: { $0.scope == scope }) == Self.mostOfScope,
                let oldest = entries.firstIndex(where: { $0.scope == scope })
            {
                entries.remove(at: oldest)
            } else if entries.count == Self.most {
                entries.removeFirst()
            }
            entries.append(entry)
        }
    }

    /// Gives the failure of a call as JSON, once; `nil` when none is kept.
    package func take(_ name: ProxyCallName, in scope: ScopeReference) -> [UInt8]? {
        entries.withLock { entries in
            entries.firstIndex { $0.scope == scope && $0.name == name }.map { entries.remove(at: $0).json }
        }
    }
}
