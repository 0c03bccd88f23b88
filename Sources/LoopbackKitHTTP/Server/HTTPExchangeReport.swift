/// What became of a request, for metrics and access logs.
///
/// A request whose head was refused has none; see `HTTPServerEvent.refused`.
public struct HTTPExchangeReport: Sendable, CustomStringConvertible {
    /// The request.
    ///
    /// Its target may hold secrets: redact it before it is shown.
    public let request: HTTPRequest
    /// The answer's status; `nil` when the connection ended before there was one.
    public let status: HTTPStatus?
    /// From the head's last byte to the answer's last one being handed over to be sent; of an upgraded connection to its
    /// end.
    public let duration: Duration
    /// How many bytes of a body were handed over to be sent, without the chunked coding; of an upgraded connection all.
    public let sentBytes: Int
    /// Whether the connection ended, or was cut, before the answer was whole.
    public let wasCut: Bool

    /// A line for an access log: peer, method, path without its query, status, bytes and duration.
    public var description: String {
        let peer = request.peer.map(\.description) ?? "-"
        let status = status.map { "\($0.code)" } ?? "-"
        let end = wasCut ? " cut" : ""
        return "\(peer) \(request.method) \(request.target.path) \(status) \(sentBytes) B \(duration)\(end)"
    }
}

/// Measures an exchange that is to be reported.
///
/// Touched on the connection's loop alone.
final class ExchangeMeter {
    let request: HTTPRequest
    var status: HTTPStatus?
    var sentBytes = 0
    private let start = ContinuousClock.now

    init(_ request: HTTPRequest) { self.request = request }

    func report(wasCut: Bool) -> HTTPExchangeReport {
        HTTPExchangeReport(
            request: request,
            status: status,
            duration: ContinuousClock.now - start,
            sentBytes: sentBytes,
            wasCut: wasCut
        )
    }
}

extension HTTPConnection {
    /// Tells of the exchange at hand, once.
    func endMeasuring(wasCut: Bool) {
        guard let meter else { return }
        self.meter = nil
        context.core.configuration.report?(meter.report(wasCut: wasCut))
    }
}
