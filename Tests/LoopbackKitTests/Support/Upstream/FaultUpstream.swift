import Foundation
import LoopbackKitHTTP
import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// A server of plain blocking sockets that can break every rule, and that records what is done to it.
///
/// ```swift
/// try await FaultUpstream.with { upstream in
///     upstream.on("/slow", .head(.ok), .bytes("abc"), .stall)
///     ...
///     try await upstream.wait { $0.openConnections == 0 }
///     #expect(upstream.record.ends == [.peerClosed])
/// }
/// ```
///
/// Each connection has a thread. When the closure returns every socket is ended and every thread awaited.
final class FaultUpstream: Sendable {
    /// What answers a request.
    typealias Behaviour = @Sendable (UpstreamRequest, UpstreamConnection) throws -> Void

    let address: SocketAddress
    private let ledger = Watched(UpstreamRecord())
    private let stop = StopList()
    private let behaviours = Mutex<[String: Behaviour]>([:])
    private let sendBuffer: Int?
    private let transport: UpstreamTransportKind

    private init(_ address: SocketAddress, sendBuffer: Int?, transport: UpstreamTransportKind) {
        self.address = address
        self.sendBuffer = sendBuffer
        self.transport = transport
    }

    /// Runs an upstream for the length of the closure.
    ///
    /// - Parameters:
    ///   - address: where it listens; a free port of 127.0.0.1 by default.
    ///   - sendBuffer: the size of the system's buffer for what leaves; its own choice when `nil`.
    ///   - transport: what the bytes go through.
    ///   - body: gets the upstream.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws, or `WaitedTooLong` when a thread does not end.
    @discardableResult
    static func with<Value>(
        _ address: SocketAddress = .loopback(port: 0),
        sendBuffer: Int? = nil,
        transport: UpstreamTransportKind = .plain,
        _ body: (FaultUpstream) async throws -> Value
    ) async throws -> Value {
        let listener = try Listener.bind(to: address, backlog: 1024)
        let upstream = FaultUpstream(listener.address, sendBuffer: sendBuffer, transport: transport)
        try upstream.start(listener)
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(upstream)) } catch { outcome = .failure(error) }
        upstream.stop.stop()
        // Not to be ended by a test's time limit: nothing may outlive the test.
        try await Task { try await upstream.wait { $0.threads == 0 } }.value
        return try outcome.get()
    }

    // MARK: What it does

    /// Says what answers requests for a path, the query aside.
    ///
    /// A request's body is read before the first step, unless one of the steps says when, or that it never is.
    func on(_ path: String, _ steps: UpstreamStep...) { on(path, steps) }

    /// The same for steps that were put together before.
    func on(_ path: String, _ steps: [UpstreamStep]) { set(path, UpstreamStep.behaviour(steps)) }

    /// The first request gets the first answer and so on; the last one is given again to all others.
    func on(_ path: String, inTurn answers: [[UpstreamStep]]) {
        let next = Mutex(0)
        let behaviours = answers.map(UpstreamStep.behaviour)
        set(path) { request, connection in
            let index = next.withLock { next in
                defer { next += 1 }
                return min(next, behaviours.count - 1)
            }
            try behaviours[index](request, connection)
        }
    }

    /// Gives requests for a path to a closure, their bodies read.
    func on(_ path: String, _ behaviour: @escaping Behaviour) {
        set(path) { _, connection in
            try connection.readBody()
            try behaviour(connection.request, connection)
        }
    }

    /// Gives each request for a path the steps that a closure makes for it.
    func on(_ path: String, making steps: @escaping @Sendable (UpstreamRequest) -> [UpstreamStep]) {
        set(path) { request, connection in try UpstreamStep.behaviour(steps(request))(request, connection) }
    }

    private func set(_ path: String, _ behaviour: @escaping Behaviour) {
        behaviours.withLock { $0[path] = behaviour }
    }

    // MARK: What happened

    var port: UInt16 { address.port ?? 0 }

    /// Scheme and authority for URLs, such as `http://127.0.0.1:8080`.
    var origin: String { "http://\(address)" }

    var record: UpstreamRecord { ledger.value }

    var requests: [UpstreamRequest] { record.requests }

    /// Waits until what happened is as wanted, ten seconds at most.
    func wait(until isMet: @escaping @Sendable (UpstreamRecord) -> Bool) async throws {
        try await ledger.wait(until: isMet)
    }

    // MARK: Threads

    private func start(_ listener: Listener) throws {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Missing() }
        let (sleeper, waker) = (ends[0], ends[1])
        _ = stop.add { closeSocket(waker) }
        run {
            self.accept(listener, until: sleeper)
            closeSocket(sleeper)
        }
    }

    /// Takes connections until the other end of the pipe is closed.
    private func accept(_ listener: Listener, until sleeper: CInt) {
        var sources = [listener.descriptor, sleeper].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            _ = unsafe poll(&sources, nfds_t(sources.count), -1)
            guard sources[1].revents == 0 else { return }
            while case .success(let accepted) = listener.accept() { serve(accepted.descriptor) }
        }
    }

    private func serve(_ descriptor: CInt) {
        let socket = UpstreamSocket(descriptor, sendBuffer: sendBuffer)
        let number = ledger.change { record in
            let number = record.connections.count + 1
            record.connections.append(UpstreamRecord.Connection(number: number))
            record.openConnections += 1
            record.peakConnections = max(record.peakConnections, record.openConnections)
            return number
        }
        run { self.serve(socket, number) }
    }

    private func run(_ work: @escaping @Sendable () -> Void) {
        ledger.change { $0.threads += 1 }
        Thread.detachNewThread {
            work()
            self.ledger.change { $0.threads -= 1 }
        }
    }

    private func serve(_ socket: UpstreamSocket, _ number: Int) {
        let entry = stop.add { socket.shut() }
        var end = serveRequests(socket, number)
        stop.remove(entry)
        socket.close()
        if stop.isStopped, end == .peerClosed || end == .peerReset { end = .stopped }
        ledger.change { [end] record in
            record.connections[number - 1].end = end
            record.openConnections -= 1
        }
    }

    private func serveRequests(_ socket: UpstreamSocket, _ number: Int) -> ConnectionEnd {
        do {
            let connection = UpstreamConnection(
                number: number,
                socket: socket,
                transport: try transport.make(socket),
                ledger: ledger,
                stop: stop
            )
            let end = answerRequests(connection)
            connection.finish(end)
            return end
        } catch {
            socket.close(abruptly: error.end == .reset)
            return error.end
        }
    }

    private func answerRequests(_ connection: UpstreamConnection) -> ConnectionEnd {
        do {
            var turn = 0
            repeat {
                turn += 1
                try connection.readRequest(turn: turn)
                let path = connection.request.path
                let behaviour = behaviours.withLock { $0[path] ?? $0["*"] }
                try (behaviour ?? UpstreamStep.behaviour([.answer(.notFound, "nothing is set for \(path)")]))(
                    connection.request,
                    connection
                )
            } while connection.keepsAlive
            return .closed
        } catch let ending as UpstreamEnding {
            return ending.end
        } catch {
            return .failed("\(error)")
        }
    }
}
