/// Makes the bytes of a connection at random: sound messages one after the other.
struct StreamGenerator {
    private(set) var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Requests with every kind of body.
    mutating func requests(_ count: Int, maximumBody: Int = 300) -> [UInt8] {
        (0..<count).flatMap { _ in request(maximumBody) }
    }

    /// Answers with every kind of body, the last of which may end with the connection.
    mutating func responses(_ count: Int, maximumBody: Int = 300) -> [UInt8] {
        (1...count).flatMap { response(maximumBody, isLast: $0 == count) }
    }

    private mutating func request(_ maximumBody: Int) -> [UInt8] {
        let targets = ["/", "/a/b.css?c=d&e", "/%C3%A9/..%2f", "http://a.example:80/x?y", "/" + word(60)]
        let method = generator.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "BREW"])
        let start = generator.isOne(in: 12) ? "\r\n" : ""
        let head = "\(start)\(method) \(generator.pick(targets)) HTTP/1.1\r\nHost: a.example\r\n\(fields())"
        return framed(head, body(maximumBody), isBodyless: method == "GET")
    }

    private mutating func response(_ maximumBody: Int, isLast: Bool) -> [UInt8] {
        if generator.isOne(in: 6) { return Array("HTTP/1.1 103 Early Hints\r\n\(fields())\r\n".utf8) }
        let status = generator.pick(["200 OK", "204 ", "206 Partial Content", "304 Not Modified", "404 ", "500"])
        let head = "HTTP/1.1 \(status)\r\n\(fields())"
        if status.hasPrefix("204") || status.hasPrefix("304") { return Array("\(head)\r\n".utf8) }
        if isLast, generator.isOne(in: 4) { return Array("\(head)\r\n".utf8) + body(maximumBody) }
        return framed(head, body(maximumBody), isBodyless: false)
    }

    private mutating func framed(_ head: String, _ body: [UInt8], isBodyless: Bool) -> [UInt8] {
        if isBodyless { return Array("\(head)\r\n".utf8) }
        guard generator.isOne(in: 2) else {
            return Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
        }
        return Array("\(head)Transfer-Encoding: chunked\r\n\r\n".utf8) + chunks(body)
    }

    private mutating func chunks(_ body: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = body[...]
        while !rest.isEmpty {
            let part = rest.prefix(Int.random(in: 1...80, using: &generator))
            rest = rest.dropFirst(part.count)
            let zeros = String(repeating: "0", count: Int.random(in: 0...2, using: &generator))
            let size = String(part.count, radix: 16, uppercase: generator.isOne(in: 2))
            let mark = generator.isOne(in: 4) ? ";\(word(8))=\"\(word(8)) \"" : ""
            bytes += Array("\(zeros)\(size)\(mark)\r\n".utf8) + part + [13, 10]
        }
        return bytes + Array("0\r\n\(generator.isOne(in: 3) ? fields() : "")\r\n".utf8)
    }

    private mutating func fields() -> String {
        let names = ["Accept", "X-Note", "Cookie", "User-Agent", "ETag", "Date", "X"]
        return (0..<Int.random(in: 0...6, using: &generator))
            .map { _ in
                "\(generator.pick(names)):\(generator.pick(["", " ", "\t "]))\(word(20)) é\(word(30))\r\n"
            }
            .joined()
    }

    private mutating func body(_ maximum: Int) -> [UInt8] {
        (0..<Int.random(in: 0...maximum, using: &generator)).map { _ in generator.pick([0, 10, 13, 48, 97, 255]) }
    }

    private mutating func word(_ maximum: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789-._~")
        return String((0...Int.random(in: 0...maximum, using: &generator)).map { _ in generator.pick(letters) })
    }
}
