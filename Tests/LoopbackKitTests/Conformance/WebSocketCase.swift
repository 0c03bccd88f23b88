/// What a client does on a WebSocket to an echo, and what it must get, written from RFC 6455.
///
/// The numbers name the areas that the public test suite of the protocol (Autobahn) has: 1 framing, 2 pings, 3 reserved
/// bits, 4 opcodes, 5 fragmentation, 6 UTF-8, 7 closing, 9 limits, 10 the rest. The cases are this project's own.
struct WebSocketCase: Sendable, CustomStringConvertible {
    let area: Int
    let name: String
    /// What the client sends, as bytes.
    let sent: [UInt8]
    /// The frames it must get, the server's close last.
    let got: [Frame]

    var description: String { "\(area) \(name)" }

    /// Frames that are all right; the client closes after them.
    init(_ area: Int, _ name: String, _ frames: [Frame], echo: [Frame]) {
        self.init(area, name, bytes: (frames + [.close(1000)]).masked, got: echo + [.close(1000)])
    }

    /// Frames that end in one that is not; what comes behind it counts for nothing.
    init(_ area: Int, _ name: String, _ frames: [Frame], echo: [Frame] = [], closes code: UInt16) {
        self.init(area, name, bytes: (frames + [.text("behind"), .ping()]).masked, got: echo + [.close(code)])
    }

    init(_ area: Int, _ name: String, bytes: [UInt8], got: [Frame]) {
        self.area = area
        self.name = name
        sent = bytes
        self.got = got
    }

    static let all = framing + pings + reserved + opcodes + fragmentation + texts + closing + limits
}

// MARK: - 1 to 4: frames

extension WebSocketCase {
    private static let framing: [WebSocketCase] =
        [0, 1, 125, 126, 127, 128, 65535, 65536, 100_000].flatMap { count -> [WebSocketCase] in
            let text = String(repeating: "*", count: count)
            let bytes = [UInt8](repeating: 0xFE, count: count)
            return [
                .init(1, "text of \(count)", [.text(text)], echo: [.text(text)]),
                .init(1, "bytes of \(count)", [.binary(bytes)], echo: [.binary(bytes)]),
            ]
        } + [
            .init(1, "not masked", bytes: Frame.text("a").plain, got: [.close(1002)]),
            .init(1, "125 in 16 bits", bytes: [0x81, 0xFE, 0, 125], got: [.close(1002)]),
            .init(1, "65535 in 64 bits", bytes: [0x81, 0xFF] + Frame.big(65535), got: [.close(1002)]),
            .init(
                1,
                "64 bits with the highest set",
                bytes: [0x81, 0xFF] + Frame.big(1 << 63 | 5),
                got: [.close(1002)]
            ),
        ]

    private static let pings: [WebSocketCase] = [
        .init(2, "empty", [.ping()], echo: [.pong()]),
        .init(2, "text", [.ping("Hello")], echo: [.pong("Hello")]),
        .init(2, "bytes", [Frame(9, [0, 255, 254, 13, 10])], echo: [Frame(10, [0, 255, 254, 13, 10])]),
        .init(
            2,
            "125 bytes",
            [Frame(9, Array(repeating: 1, count: 125))],
            echo: [Frame(10, Array(repeating: 1, count: 125))]
        ),
        .init(2, "126 bytes", [Frame(9, Array(repeating: 1, count: 126))], closes: 1002),
        .init(2, "pong unasked", [.pong()], echo: []),
        .init(2, "pong unasked with a payload", [.pong("x")], echo: []),
        .init(2, "pong, then ping", [.pong("x"), .ping("y")], echo: [.pong("y")]),
        .init(2, "ten at once", (0..<10).map { .ping("\($0)") }, echo: (0..<10).map { .pong("\($0)") }),
    ]

    private static let reserved: [WebSocketCase] =
        (1...7).flatMap { bits -> [WebSocketCase] in
            [1, 2, 8, 9, 10].map { opcode in
                .init(
                    3,
                    "bits \(bits) in opcode \(opcode)",
                    [.text("first"), Frame(opcode, reserved: bits)],
                    echo: [.text("first")],
                    closes: 1002
                )
            }
        }

    private static let opcodes: [WebSocketCase] =
        [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].flatMap { opcode -> [WebSocketCase] in
            [
                .init(4, "opcode \(opcode)", [Frame(opcode)], closes: 1002),
                .init(4, "opcode \(opcode) with a payload", [Frame(opcode, [1])], closes: 1002),
                .init(
                    4,
                    "opcode \(opcode) behind a message",
                    [.text("first"), Frame(opcode, [1])],
                    echo: [.text("first")],
                    closes: 1002
                ),
            ]
        }
}

// MARK: - 5: fragments

extension WebSocketCase {
    private static let fragmentation: [WebSocketCase] = [
        .init(5, "text in two", [.text("a", isFinal: false), .more("b", isFinal: true)], echo: [.text("ab")]),
        .init(
            5,
            "bytes in three",
            [.binary([1], isFinal: false), .more([2]), .more([3], isFinal: true)],
            echo: [.binary([1, 2, 3])]
        ),
        .init(5, "all empty", [.text("", isFinal: false), .more(""), .more("", isFinal: true)], echo: [.text("")]),
        .init(
            5,
            "the middle alone",
            [.text("", isFinal: false), .more("m"), .more("", isFinal: true)],
            echo: [.text("m")]
        ),
        .init(
            5,
            "ping between",
            [.text("a", isFinal: false), .ping("p"), .more("b", isFinal: true)],
            echo: [.pong("p"), .text("ab")]
        ),
        .init(
            5,
            "pings and a pong between five",
            [
                .text("a", isFinal: false), .ping("1"), .more("b"), .more("c"), .pong("x"), .ping("2"), .more("d"),
                .more("e", isFinal: true),
            ],
            echo: [.pong("1"), .pong("2"), .text("abcde")]
        ),
        .init(5, "ping in fragments", [Frame(9, isFinal: false), .more("", isFinal: true)], closes: 1002),
        .init(5, "pong in fragments", [Frame(10, isFinal: false), .more("", isFinal: true)], closes: 1002),
        .init(5, "close in fragments", [Frame(8, isFinal: false), .more("", isFinal: true)], closes: 1002),
        .init(5, "continuation of nothing", [.more("a", isFinal: true)], closes: 1002),
        .init(5, "unended continuation of nothing", [.more("a")], closes: 1002),
        .init(
            5,
            "continuation behind a message",
            [.text("a"), .more("b", isFinal: true)],
            echo: [.text("a")],
            closes: 1002
        ),
        .init(5, "a message within", [.text("a", isFinal: false), .text("b")], closes: 1002),
        .init(5, "bytes within a text", [.text("a", isFinal: false), .binary([1])], closes: 1002),
        .init(
            5,
            "two messages in fragments",
            [
                .text("a", isFinal: false), .more("b", isFinal: true), .binary([1], isFinal: false),
                .more([2], isFinal: true),
            ],
            echo: [.text("ab"), .binary([1, 2])]
        ),
        .init(
            5,
            "a thousand of one byte",
            [.text("x", isFinal: false)] + (0..<998).map { _ in .more("x") } + [.more("x", isFinal: true)],
            echo: [.text(String(repeating: "x", count: 1000))]
        ),
    ]
}
