import LoopbackKitHTTP
import Testing

/// A head and the status that it is refused with, or `nil` when it is taken.
struct HeadVector: CustomTestStringConvertible, Sendable {
    let rule: String
    let bytes: [UInt8]
    let status: Int?

    var testDescription: String { rule }

    init(_ rule: String, _ head: String, _ status: Int?) {
        self.rule = rule
        self.bytes = Array(head.utf8)
        self.status = status
    }

    init(_ rule: String, bytes: [UInt8], _ status: Int?) {
        self.rule = rule
        self.bytes = bytes
        self.status = status
    }

    /// A field line in an otherwise sound GET.
    static func line(_ rule: String, _ line: String, _ status: Int?) -> Self {
        Self(rule, "GET / HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n", status)
    }

    /// A request line in an otherwise sound head.
    static func start(_ rule: String, _ line: String, _ status: Int?) -> Self {
        Self(rule, "\(line)\r\nHost: a\r\n\r\n", status)
    }

    /// A Host value.
    static func host(_ value: String, _ status: Int?) -> Self {
        Self("Host \(value)", "GET / HTTP/1.1\r\nHost:\(value)\r\n\r\n", status)
    }
}

extension HeadVector {
    static let requestLines: [HeadVector] = [
        .start("GET", "GET / HTTP/1.1", nil),
        .start("unknown method", "BREW /pot HTTP/1.1", nil),
        .start("method with every mark", "!#$%&'*+-.^_`|~aZ9 / HTTP/1.1", nil),
        .start("method in lower case is another one", "get / HTTP/1.1", nil),
        .start("long method", "\(String(repeating: "M", count: 64)) / HTTP/1.1", nil),
        .start("too long a method", "\(String(repeating: "M", count: 65)) / HTTP/1.1", 400),
        .start("no method", " / HTTP/1.1", 400),
        .start("bracket in a method", "G[T / HTTP/1.1", 400),
        .start("two spaces before the target", "GET  / HTTP/1.1", 400),
        .start("two spaces before the version", "GET /  HTTP/1.1", 400),
        .start("tab between words", "GET\t/ HTTP/1.1", 400),
        .start("space at the end", "GET / HTTP/1.1 ", 400),
        .start("space in a target", "GET /a b HTTP/1.1", 400),
        .start("no target", "GET HTTP/1.1", 400),
        .start("no version", "GET /", 400),
        .start("fragment", "GET /a#b HTTP/1.1", 400),
        .start("control character in a target", "GET /\u{7F} HTTP/1.1", 400),
        .start("NUL in a target", "GET /\0 HTTP/1.1", 400),
        .start("non-ASCII in a target", "GET /é HTTP/1.1", 400),
        .start("odd but printable target", "GET /\"<>\\^`{|}?a?b HTTP/1.1", nil),
        .start("relative target", "GET a HTTP/1.1", 400),
        .start("asterisk with OPTIONS", "OPTIONS * HTTP/1.1", nil),
        .start("asterisk with GET", "GET * HTTP/1.1", 400),
        .start("asterisk and more", "OPTIONS ** HTTP/1.1", 400),
        .start("CONNECT", "CONNECT a:443 HTTP/1.1", nil),
        .start("CONNECT without a port", "CONNECT a HTTP/1.1", 400),
        .start("CONNECT with an empty port", "CONNECT a: HTTP/1.1", 400),
        .start("CONNECT with port 0", "CONNECT a:0 HTTP/1.1", 400),
        .start("CONNECT without a host", "CONNECT :443 HTTP/1.1", 400),
        .start("CONNECT with a path", "CONNECT / HTTP/1.1", 400),
        .start("CONNECT with a URI", "CONNECT http://a:80/ HTTP/1.1", 400),
        .start("authority with GET", "GET a:443 HTTP/1.1", 400),
        .start("absolute", "GET http://b:80/x?y HTTP/1.1", nil),
        .start("absolute in upper case", "GET HTTPS://B HTTP/1.1", nil),
        .start("absolute with a query alone", "GET http://b?y HTTP/1.1", nil),
        .start("absolute with user information", "GET http://u@b/ HTTP/1.1", 400),
        .start("absolute without a host", "GET http:///x HTTP/1.1", 400),
        .start("absolute with a port alone", "GET http://:80/ HTTP/1.1", 400),
        .start("absolute with a bad port", "GET http://b:65536/ HTTP/1.1", 400),
        .start("absolute with one slash", "GET http:/b HTTP/1.1", 400),
        .start("absolute of another scheme", "GET ftp://b/ HTTP/1.1", 400),
        .start("HTTP/1.0", "GET / HTTP/1.0", nil),
        .start("a later minor version", "GET / HTTP/1.9", nil),
        .start("version in lower case", "GET / http/1.1", 400),
        .start("version without a minor", "GET / HTTP/1", 400),
        .start("version with leading zeros", "GET / HTTP/01.1", 400),
        .start("version with a long minor", "GET / HTTP/1.10", 400),
        .start("version 0.9", "GET / HTTP/0.9", 505),
        .start("version 2.0", "GET / HTTP/2.0", 505),
        .start("version 9.9", "GET / HTTP/9.9", 505),
        .start("sign in a version", "GET / HTTP/+.1", 400),
        .init("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        .init("one empty line before", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", nil),
        .init("two empty lines before", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        .init("bare LF before", "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        .init("bare CR before", "\rGET / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        .init("bare LF after the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n", 400),
        .init("bare CR after the request line", "GET / HTTP/1.1\rHost: a\r\n\r\n", 400),
        .init("TLS ClientHello", bytes: [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3], 400),
        .init("SOCKS greeting", bytes: [5, 1, 0], 400),
        .init("white space after the request line", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400),
    ]

    static let fieldLines: [HeadVector] = [
        .line("empty value", "X:", nil),
        .line("white space around a value", "X: \t y \t", nil),
        .line("tab inside a value", "X: a\tb", nil),
        .line("obs-text in a value", "X: é", nil),
        .line("colons in a value", "X: a:b::", nil),
        .line("any token as a name", "!#$%&'*+-.^_`|~aZ9: y", nil),
        .line("folding by a space", "X: a\r\n b", 400),
        .line("folding by a tab", "X: a\r\n\tb", 400),
        .line("space before the colon", "X : y", 400),
        .line("tab before the colon", "X\t: y", 400),
        .line("empty name", ": y", 400),
        .line("no colon", "Xy", 400),
        .line("bracket in a name", "X[: y", 400),
        .line("non-ASCII in a name", "é: y", 400),
        .line("NUL in a name", "X\0: y", 400),
        .line("NUL in a value", "X: \0", 400),
        .line("vertical tab in a value", "X: \u{0B}y", 400),
        .line("DEL in a value", "X: \u{7F}", 400),
        .line("escape in a value", "X: \u{1B}[0m", 400),
        .line("bare CR in a value", "X: a\rb", 400),
        .line("bare LF in a value", "X: a\nb", 400),
        .line("CR CR LF", "X: a\r", 400),
        .init("bare LF as the empty line", "GET / HTTP/1.1\r\nHost: a\r\n\n", 400),
        .init("bare CR as the empty line", "GET / HTTP/1.1\r\nHost: a\r\n\rX", 400),
    ]

    static let hosts: [HeadVector] = [
        .init("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
        .init("no Host with an absolute target", "GET http://a/ HTTP/1.1\r\n\r\n", 400),
        .init("no Host in HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", nil),
        .init("two Hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", 400),
        .init("bad Host in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a b\r\n\r\n", 400),
        .init("bad Host with an absolute target", "GET http://a/ HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
        .init("empty Host with an absolute target", "GET http://a/ HTTP/1.1\r\nHost:\r\n\r\n", nil),
        .init("empty Host with OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost:\r\n\r\n", 400),
        .line("two Hosts", "hOST: a", 400),
        .host("", 400), .host(" ", 400), .host("a", nil), .host(" a.example:80", nil), .host("127.0.0.1:65535", nil),
        .host("a:", nil), .host(":80", 400), .host("a:65536", 400), .host("a:+1", 400), .host("a:80:80", 400),
        .host("a b", 400), .host("a,b", 400), .host("u@a", 400), .host("a/", 400), .host("a?b", 400),
        .host("http://a", 400),
        .host("a%20b", nil), .host("a%2", 400), .host("a%zz", 400), .host("é", 400), .host("a\\b", 400),
        .host("[::1]", nil), .host("[::1]:80", nil), .host("[::]", nil), .host("[1::]", nil),
        .host("[1:2:3:4:5:6:7:8]", nil), .host("[1:2:3:4:5:6:1.2.3.4]", nil), .host("[::ffff:1.2.3.4]", nil),
        .host("[1::3:4:5:6:7:8]", nil), .host("[2001:DB8::a]", nil),
        .host("[]", 400), .host("[:]", 400), .host("[:::]", 400), .host("[1]", 400), .host("[::1", 400),
        .host("::1", 400),
        .host("[::1]a", 400), .host("[1::2::3]", 400), .host("[1:2:3:4:5:6:7:8:9]", 400),
        .host("[1:2:3:4:5:6:7:8::]", 400),
        .host("[12345::]", 400), .host("[g::]", 400), .host("[1:]", 400), .host("[:1]", 400), .host("[::1.2.3]", 400),
        .host("[::1.2.3.256]", 400), .host("[::1.2.3.4:5]", 400), .host("[::01.2.3.4]", 400),
        .host("[fe80::1%25lo]", 400),
        .host("[v1.a]", 400), .host("[::1.2.3.4.5]", 400), .host("[::1..2.3]", 400),
    ]

    static let framing: [HeadVector] = [
        .line("length", "Content-Length: 5", nil),
        .line("length of zero", "Content-Length: 0", nil),
        .line("length with leading zeros", "Content-Length: 00005", nil),
        .line("largest length", "Content-Length: 9223372036854775807", nil),
        .line("length past the largest", "Content-Length: 9223372036854775808", 400),
        .line("length far too large", "Content-Length: 99999999999999999999999", 400),
        .line("length with a sign", "Content-Length: +5", 400),
        .line("negative length", "Content-Length: -1", 400),
        .line("hexadecimal length", "Content-Length: 0x5", 400),
        .line("space in a length", "Content-Length: 1 0", 400),
        .line("empty length", "Content-Length:", 400),
        .line("list of lengths", "Content-Length: 5, 5", 400),
        .line("repeated length", "Content-Length: 5\r\ncontent-length: 5", 400),
        .line("differing lengths", "Content-Length: 5\r\nContent-Length: 6", 400),
        .line("chunked", "Transfer-Encoding: chunked", nil),
        .line("chunked in another case", "TRANSFER-encoding:\tChUnKeD \t", nil),
        .line("length, then coding", "Content-Length: 5\r\nTransfer-Encoding: chunked", 400),
        .line("coding, then length", "Transfer-Encoding: chunked\r\nContent-Length: 5", 400),
        .line("coding that is not chunked", "Transfer-Encoding: gzip", 400),
        .line("chunked before another", "Transfer-Encoding: chunked, gzip", 400),
        .line("chunked before another line", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", 400),
        .line("unknown coding under chunked", "Transfer-Encoding: gzip, chunked", 501),
        .line("unknown coding in a line before", "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", 501),
        .line("identity under chunked", "Transfer-Encoding: identity, chunked", 501),
        .line("chunked twice", "Transfer-Encoding: chunked, chunked", 501),
        .line("chunked in two lines", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", 501),
        .line("chunkedchunked", "Transfer-Encoding: chunkedchunked", 400),
        .line("no coding", "Transfer-Encoding:", 400),
        .line("empty element before", "Transfer-Encoding: , chunked", 400),
        .line("empty element after", "Transfer-Encoding: chunked,", 400),
        .line("parameter", "Transfer-Encoding: chunked;a=b", 400),
        .line("quoted", "Transfer-Encoding: \"chunked\"", 400),
        .line("vertical tab before chunked", "Transfer-Encoding: \u{0B}chunked", 400),
        .line("two words", "Transfer-Encoding: x chunked", 400),
        .init("coding in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        .line("other expectation", "Expect: 200-ok", 417),
        .line("other expectation in a list", "Expect: 100-continue, x", 417),
        .line("parameter of an expectation", "Expect: 100-continue;a=b", 417),
        .line("empty expectation", "Expect:", nil),
    ]

    static let all = requestLines + fieldLines + hosts + framing
}
