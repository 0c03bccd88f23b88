/// A request as it came in.
struct UpstreamRequest: Sendable {
    /// A field line: the name as it was written, and the value's very bytes without white space around them.
    struct Field: Sendable {
        let name: String
        let value: [UInt8]

        var text: String { String(decoding: value, as: UTF8.self) }
    }

    /// The number of its connection, from 1.
    let connection: Int
    /// Its number on that connection, from 1.
    let turn: Int
    /// All bytes of the head, with the empty line.
    let head: [UInt8]
    let method: String
    let target: String
    let version: String
    let fields: [Field]

    /// How many bytes of the body were read, without those of the chunked coding.
    var bodyCount = 0
    var bodyHash = BodyHash()
    /// The body's first bytes, at most `largestKept`.
    var body: [UInt8] = []
    /// Whether the body was read up to its own end.
    var isBodyComplete = false
    var trailers: [Field] = []

    /// The most bytes that are kept of a body.
    static let largestKept = 1 << 20

    /// Reads a head without judging it.
    init(head: [UInt8], connection: Int, turn: Int) {
        self.connection = connection
        self.turn = turn
        self.head = head
        let lines = Self.lines(head)
        let words = (lines.first ?? []).split(separator: 32).map { String(decoding: $0, as: UTF8.self) }
        method = words.first ?? ""
        target = words.count > 1 ? words[1] : ""
        version = words.count > 2 ? words[2] : ""
        fields = lines.dropFirst().compactMap(Self.field)
    }

    /// The head as text.
    var headText: String { String(decoding: head, as: UTF8.self) }

    /// The body's kept part as text.
    var bodyText: String { String(decoding: body, as: UTF8.self) }

    /// The target without its query.
    var path: String { String(decoding: target.utf8.prefix { $0 != 63 }, as: UTF8.self) }

    /// The values of a field, in order.
    func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.text)
    }

    /// The value of a field that stands once.
    subscript(name: String) -> String? {
        let values = values(name)
        return values.count == 1 ? values[0] : nil
    }

    /// Whether the connection ends behind the answer.
    var asksToClose: Bool {
        let options = values("Connection").map { $0.lowercased() }
        if options.contains(where: { $0.contains("close") }) { return true }
        return version == "HTTP/1.0" && !options.contains { $0.contains("keep-alive") }
    }

    static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: 10, omittingEmptySubsequences: false)
            .map { $0.last == 13 ? $0.dropLast() : $0 }
            .filter { !$0.isEmpty }
    }

    static func field(_ line: ArraySlice<UInt8>) -> Field? {
        guard let colon = line.firstIndex(of: 58) else { return nil }
        let isSpace: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
        let value = line[(colon + 1)...].drop(while: isSpace)
        let end = value.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? value.startIndex
        return Field(name: String(decoding: line[..<colon], as: UTF8.self), value: Array(value[..<end]))
    }
}
