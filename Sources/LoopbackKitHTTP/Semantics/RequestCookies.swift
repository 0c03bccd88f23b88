/// The cookies of a request, in the order they came (RFC 6265bis).
///
/// They are read leniently: values stay as they are, quotes and escapes included. A name may stand more than once, from
/// cookies of several paths or domains; the first is the most specific one. Names are compared byte by byte.
public struct RequestCookies: Sendable {
    /// A cookie's name and value.
    public struct Cookie: Sendable {
        /// The name; empty for a pair without `=`.
        public let name: String
        /// The value.
        public let value: String
    }

    private var cookies: [Cookie] = []

    /// Reads the Cookie fields of a request.
    public init(_ fields: HTTPFields) {
        for line in fields.values(of: .cookie) {
            for pair in line.utf8.split(separator: 59) { append(pair) }
        }
    }

    /// The first value of that name, or `nil`.
    public subscript(name: String) -> String? {
        cookies.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The values of that name, in order.
    public func values(of name: String) -> [String] {
        cookies.lazy.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
    }

    private mutating func append(_ pair: Substring.UTF8View) {
        let equals = pair.firstIndex(of: 61)
        let name = Self.trimmed(equals.map { pair[..<$0] } ?? pair[pair.endIndex...])
        let value = Self.trimmed(equals.map { pair[$0...].dropFirst() } ?? pair)
        guard !name.isEmpty || !value.isEmpty else { return }
        cookies.append(Cookie(name: name, value: value))
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        var text = text.drop { $0 == 32 || $0 == 9 }
        while let last = text.last, last == 32 || last == 9 { text.removeLast() }
        return String(Substring(text))
    }
}

extension RequestCookies: RandomAccessCollection {
    /// The first cookie's place.
    public var startIndex: Int { 0 }
    /// The place behind the last cookie.
    public var endIndex: Int { cookies.count }

    /// The cookie at a place.
    public subscript(position: Int) -> Cookie { cookies[position] }
}

extension HTTPRequest {
    /// The request's cookies; read anew each time they are asked for.
    public var cookies: RequestCookies { RequestCookies(fields) }
}
