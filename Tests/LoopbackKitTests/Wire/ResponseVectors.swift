import LoopbackKitHTTP
import Testing

/// An answer's head to a GET, and why it is refused, or `nil` when it is taken.
struct ResponseVector: CustomTestStringConvertible, Sendable {
    let bytes: [UInt8]
    let refusal: HTTPRefusal.Reason?

    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

    /// A whole head.
    static func head(_ head: String, _ refusal: HTTPRefusal.Reason?) -> Self {
        Self(bytes: Array(head.utf8), refusal: refusal)
    }

    /// A status line in an otherwise sound head.
    static func line(_ line: String, _ refusal: HTTPRefusal.Reason?) -> Self {
        head("\(line)\r\nServer: a\r\n\r\n", refusal)
    }

    /// Field lines in an otherwise sound head.
    static func fields(_ lines: String, _ refusal: HTTPRefusal.Reason?) -> Self {
        head("HTTP/1.1 200 OK\r\n\(lines)\r\n\r\n", refusal)
    }

    static let statusLines: [ResponseVector] = [
        line("HTTP/1.1 200 OK", nil), line("HTTP/1.0 200 OK", nil), line("HTTP/1.9 200 OK", nil),
        line("HTTP/1.1 200 ", nil), line("HTTP/1.1 200", nil), line("HTTP/1.1 999 odd", nil),
        line("HTTP/1.1 404 a\tb  c", nil), line("HTTP/1.1 404 Não encontrado", nil), line("HTTP/1.1 100 ", nil),
        head("HTTP/1.1 200 OK\r\n\r\n", nil),
        line("HTTP/2.0 200 OK", .unsupportedVersion), line("HTTP/0.9 200 OK", .unsupportedVersion),
        line("http/1.1 200 OK", .malformedVersion), line("HTTP/1 200 OK", .malformedVersion),
        line("HTTP/1.10 200 OK", .malformedVersion), line("HTTP/+.1 200 OK", .malformedVersion),
        line("ICY 200 OK", .malformedVersion), line("HTTP/1.1  200 OK", .malformedStatus),
        line("HTTP/1.1\t200 OK", .malformedVersion), line(" HTTP/1.1 200 OK", .malformedVersion),
        head("\r\nHTTP/1.1 200 OK\r\n\r\n", .malformedVersion), head("\nHTTP/1.1 200 OK\r\n\r\n", .malformedVersion),
        line("GET / HTTP/1.1", .malformedVersion), line("HTTP/1.1", .malformedVersion),
        line("HTTP/1.1 ", .malformedStatus), line("HTTP/1.1 20 OK", .malformedStatus),
        line("HTTP/1.1 2000 OK", .malformedStatus), line("HTTP/1.1 2xx OK", .malformedStatus),
        line("HTTP/1.1 -20 OK", .malformedStatus), line("HTTP/1.1 +20 OK", .malformedStatus),
        line("HTTP/1.1 099 OK", .malformedStatus), line("HTTP/1.1 000 OK", .malformedStatus),
        line("HTTP/1.1 200OK", .malformedStatus), line("HTTP/1.1 200\tOK", .malformedStatus),
        line("HTTP/1.1 200 O\0K", .malformedReason), line("HTTP/1.1 200 \u{1B}[2J", .malformedReason),
        line("HTTP/1.1 200 \u{7F}", .malformedReason), line("HTTP/1.1 200 O\rK", .malformedLineEnd),
        head("HTTP/1.1 200 OK\nServer: a\r\n\r\n", .malformedLineEnd),
        head("HTTP/1.1 200\nServer: a\r\n\r\n", .malformedStatus),
        head("HTTP/1.1 200\rServer: a\r\n\r\n", .malformedLineEnd),
        head("HTTP/1.1 200 OK\r\r\n\r\n", .malformedLineEnd),
    ]

    static let fieldLines: [ResponseVector] = [
        fields("X:", nil), fields("X: \t y \t", nil), fields("X: é", nil), fields("a: b\r\nA: b\r\nSet-Cookie: c", nil),
        fields("X: a\r\n b", .lineFolding), fields("X: a\r\n\tb", .lineFolding), fields(" X: a", .lineFolding),
        fields("X : y", .malformedFieldName), fields(": y", .malformedFieldName), fields("X", .malformedFieldName),
        fields("X[: y", .malformedFieldName), fields("é: y", .malformedFieldName),
        fields("X\0: y", .malformedFieldName),
        fields("X: \0", .malformedFieldValue), fields("X: \u{0B}", .malformedFieldValue),
        fields("X: a\rb", .malformedLineEnd), fields("X: a\nb", .malformedLineEnd), fields("X: a\r", .malformedLineEnd),
        head("HTTP/1.1 200 OK\r\nX: y\r\n\n", .malformedLineEnd),
        head("HTTP/1.1 200 OK\r\nX: y\r\n\rX", .malformedLineEnd),
        head("HTTP/1.1 200 OK\r\n\n", .malformedLineEnd),
    ]

    static let framing: [ResponseVector] = [
        fields("Content-Length: 5", nil), fields("Content-Length: 0", nil),
        fields("Content-Length: 9223372036854775807", nil), fields("Transfer-Encoding: chunked", nil),
        fields("transfer-ENCODING: \tChunked\t", nil), fields("Connection: close, x", nil),
        fields("Content-Length: 9223372036854775808", .malformedContentLength),
        fields("Content-Length: +5", .malformedContentLength), fields("Content-Length: -5", .malformedContentLength),
        fields("Content-Length: 0x5", .malformedContentLength), fields("Content-Length: 5 5", .malformedContentLength),
        fields("Content-Length: 5, 5", .malformedContentLength), fields("Content-Length:", .malformedContentLength),
        fields("Content-Length: 5.0", .malformedContentLength),
        fields("Content-Length: 5\r\nContent-Length: 5", .repeatedContentLength),
        fields("Content-Length: 5\r\ncontent-length: 6", .repeatedContentLength),
        fields("Content-Length: 5\r\nTransfer-Encoding: chunked", .conflictingFraming),
        fields("Transfer-Encoding: chunked\r\nContent-Length: 5", .conflictingFraming),
        head("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .transferEncodingInOldVersion),
        fields("Transfer-Encoding: gzip", .finalCodingNotChunked),
        fields("Transfer-Encoding: identity", .finalCodingNotChunked),
        fields("Transfer-Encoding: chunked, gzip", .finalCodingNotChunked),
        fields("Transfer-Encoding: gzip, chunked", .unknownTransferCoding),
        fields("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", .unknownTransferCoding),
        fields("Transfer-Encoding: chunked, chunked", .unknownTransferCoding),
        fields("Transfer-Encoding:", .malformedTransferEncoding),
        fields("Transfer-Encoding: chunked,", .malformedTransferEncoding),
        fields("Transfer-Encoding: chunked;a=b", .malformedTransferEncoding),
        fields("Transfer-Encoding: \u{0B}chunked", .malformedFieldValue),
    ]

    static let all = statusLines + fieldLines + framing
}

/// What follows an answer's head.
struct ContentVector: Sendable, CustomTestStringConvertible {
    let method: HTTPMethod
    let status: Int
    let lines: String
    let content: ResponseContent
    let keepsAlive: Bool

    var testDescription: String { "\(method) \(status) \(lines.debugDescription)" }

    init(_ method: HTTPMethod, _ status: Int, _ lines: String, _ content: ResponseContent, keeps: Bool = true) {
        self.method = method
        self.status = status
        self.lines = lines
        self.content = content
        keepsAlive = keeps
    }

    var bytes: [UInt8] { Array("HTTP/1.1 \(status) \r\n\(lines)\(lines.isEmpty ? "" : "\r\n")\r\n".utf8) }

    static let all: [ContentVector] = [
        .init(.get, 200, "", .untilClose, keeps: false), .init(.get, 200, "Content-Length: 7", .length(7)),
        .init(.get, 200, "Content-Length: 0", .none), .init(.post, 201, "Transfer-Encoding: chunked", .chunked),
        .init(.get, 404, "Content-Length: 7\r\nConnection: close", .length(7), keeps: false),
        .init(.options, 500, "Content-Length: 7\r\nConnection: x, CLOSE", .length(7), keeps: false),
        // No body whatever the fields say.
        .init(.head, 200, "", .none), .init(.head, 200, "Content-Length: 7", .none),
        .init(.head, 404, "Transfer-Encoding: chunked", .none), .init(.get, 204, "", .none),
        .init(.get, 204, "Content-Length: 7", .none), .init(.get, 204, "Transfer-Encoding: chunked", .none),
        .init(.get, 304, "Content-Length: 7", .none), .init(.get, 304, "Transfer-Encoding: chunked", .none),
        .init(.get, 100, "", .none), .init(.get, 103, "Content-Length: 7", .none), .init(.connect, 100, "", .none),
        // A 205 has a body by the general rule.
        .init(.get, 205, "", .untilClose, keeps: false), .init(.get, 205, "Content-Length: 0", .none),
        // Other protocols.
        .init(.get, 101, "Content-Length: 7", .tunnel, keeps: false),
        .init(.connect, 200, "", .tunnel, keeps: false), .init(.connect, 204, "", .tunnel, keeps: false),
        .init(.connect, 299, "Content-Length: 7\r\nTransfer-Encoding: gzip", .tunnel, keeps: false),
        .init(.connect, 200, "Content-Length: x\r\nContent-Length: y", .tunnel, keeps: false),
        .init(.connect, 300, "Content-Length: 7", .length(7)), .init(.connect, 407, "", .untilClose, keeps: false),
        .init(.get, 299, "", .untilClose, keeps: false),
    ]
}
