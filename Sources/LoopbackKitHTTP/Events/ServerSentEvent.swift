/// One event of an event stream (HTML standard, section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
    /// What the page's listener gets; may have several lines, whose ends all become LF.
    ///
    /// Without data, not even empty data, a page notes `id` and `retry` and calls no listener.
    public var data: String?
    /// The event's type; `message` when it is `nil`.
    public var event: String?
    /// What the page sends as `Last-Event-ID` when it comes back; empty to make it forget the last one.
    public var id: String?
    /// How long the page waits before it comes back after the stream's end.
    public var retry: Duration?

    /// Makes an event.
    public init(data: String? = nil, event: String? = nil, id: String? = nil, retry: Duration? = nil) {
        self.data = data
        self.event = event
        self.id = id
        self.retry = retry
    }

    /// The event as it is sent, its empty line included.
    ///
    /// - Throws: `ServerSentEventError` when `event` or `id` holds CR, LF or NUL, or `retry` is negative.
    public func encoded() throws(ServerSentEventError) -> [UInt8] {
        var bytes: [UInt8] = []
        if let event { Self.append("event", try Self.oneLine(event, .malformedType), to: &bytes) }
        if let id { Self.append("id", try Self.oneLine(id, .malformedID), to: &bytes) }
        if let retry { Self.append("retry", Array(try Self.milliseconds(retry).utf8), to: &bytes) }
        if let data { Self.append("data", linesOf: data, to: &bytes) }
        bytes.append(10)
        return bytes
    }

    /// A comment as it is sent: readers skip it, and what stands between learns that the stream is alive.
    ///
    /// - Parameter text: any text; it may have several lines.
    /// - Returns: the comment with an empty line behind it.
    package static func comment(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        append("", linesOf: text, to: &bytes)
        bytes.append(10)
        return bytes
    }

    private static func append(_ name: String, _ value: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        bytes += name.utf8
        bytes += [58, 32]
        bytes += value
        bytes.append(10)
    }

    /// A field for each line: CR LF, LF and CR end one.
    private static func append(_ name: String, linesOf text: String, to bytes: inout [UInt8]) {
        var rest = text.utf8[...]
        while let end = rest.firstIndex(where: { $0 == 13 || $0 == 10 }) {
            append(name, rest[..<end], to: &bytes)
            let isPair = rest[end] == 13 && rest[end...].dropFirst().first == 10
            rest = rest[end...].dropFirst(isPair ? 2 : 1)
        }
        append(name, rest, to: &bytes)
    }

    private static func oneLine(
        _ value: String,
        _ code: ServerSentEventError.Code
    ) throws(ServerSentEventError) -> String.UTF8View {
        guard !value.utf8.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 }) else { throw ServerSentEventError(code) }
        return value.utf8
    }

    private static func milliseconds(_ duration: Duration) throws(ServerSentEventError) -> String {
        let (seconds, attoseconds) = duration.components
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, overflowOfSum) = milliseconds.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        guard duration >= .zero, !overflow, !overflowOfSum else { throw ServerSentEventError(.malformedRetry) }
        return String(sum)
    }
}

/// An event that can't be sent without changing what the reader understands.
public struct ServerSentEventError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable {
        fileprivate let name: String

        /// The type holds CR, LF or NUL.
        public static let malformedType = Code(name: "malformedType")
        /// The id holds CR, LF or NUL, with which readers ignore it.
        public static let malformedID = Code(name: "malformedID")
        /// The time is negative or no number of milliseconds.
        public static let malformedRetry = Code(name: "malformedRetry")
    }

    /// What is wrong.
    public let code: Code

    /// Makes an error.
    public init(_ code: Code) { self.code = code }

    /// The code's name.
    public var description: String { code.name }
}
