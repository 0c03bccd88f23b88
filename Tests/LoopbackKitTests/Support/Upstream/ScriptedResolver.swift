import LoopbackKitHTTP
import Synchronization

/// A resolver that answers what a test says, and keeps what it was asked.
///
/// ```swift
/// let resolver = ScriptedResolver()
/// resolver.answer("rebind.test", inTurn: [["93.184.216.34"], ["127.0.0.1"]])
/// ```
final class ScriptedResolver: HTTPResolver {
    /// What a look-up comes to.
    enum Answer: Sendable {
        /// Addresses without a port, as in a URL or with a zone (`fe80::1%2`).
        case addresses([String])
        /// Addresses whose ports stand as they are: those of an upstream, whatever port was asked for.
        case sockets([SocketAddress])
        case failure(any Error)
        /// Waits until the gate is open or the task is cancelled, and then answers.
        indirect case waits(Gate, Answer)
    }

    /// A look-up.
    struct Lookup: Hashable, Sendable {
        let name: String
        let port: UInt16
    }

    private struct State {
        var answers: [String: [Answer]] = [:]
        var lookups: [Lookup] = []
    }

    private let state = Watched(State())

    /// What was asked, in order.
    var lookups: [Lookup] { state.value.lookups }

    /// Waits until so many look-ups have begun.
    func asked(times: Int = 1) async throws { try await state.wait { $0.lookups.count >= times } }

    /// Says what a name has; `*` stands for all other names.
    func answer(_ name: String, _ answers: Answer...) { state.change { $0.answers[name] = answers } }

    /// Gives a name other addresses at each look-up; the last ones stay.
    func answer(_ name: String, inTurn addresses: [[String]]) {
        state.change { $0.answers[name] = addresses.map { .addresses($0) } }
    }

    func addresses(of name: String, port: UInt16) async throws -> [SocketAddress] {
        let answer: Answer? = state.change { state in
            state.lookups.append(Lookup(name: name, port: port))
            let key = state.answers[name] == nil ? "*" : name
            guard let answers = state.answers[key], let first = answers.first else { return nil }
            if answers.count > 1 { state.answers[key] = Array(answers.dropFirst()) }
            return first
        }
        guard let answer else { throw HTTPResolverError(.notFound, name: name) }
        return try await resolve(answer, port: port)
    }

    private func resolve(_ answer: Answer, port: UInt16) async throws -> [SocketAddress] {
        switch answer {
        case .addresses(let hosts): return try hosts.map { try required(SocketAddress(host: $0, port: port)) }
        case .sockets(let addresses): return addresses
        case .failure(let error): throw error
        case .waits(let gate, let answer):
            try await gate.opened()
            return try await resolve(answer, port: port)
        }
    }
}
