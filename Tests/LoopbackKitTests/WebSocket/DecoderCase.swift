import LoopbackKitHTTP
import Testing

/// Bytes for the decoder of messages, and what must come of them.
struct DecoderCase: Sendable, CustomTestStringConvertible {
    let name: String
    var role = WebSocketRole.server
    let bytes: [UInt8]
    var events: [WebSocketMessageDecoder.Event] = []
    var error: WebSocketError.Code?
    var limit = 1 << 20

    var testDescription: String { name }

    /// What came of bytes in some cutting.
    struct Outcome: Equatable {
        var events: [WebSocketMessageDecoder.Event] = []
        var error: WebSocketError?
    }

    /// Decodes the bytes, cut before each of the indices.
    func outcome(_ bytes: [UInt8]? = nil, cutAt cuts: [Int] = []) -> Outcome {
        let bytes = bytes ?? self.bytes
        var decoder = WebSocketMessageDecoder(role: role, maximumMessageSize: limit)
        var outcome = Outcome()
        var start = 0
        for end in cuts + [bytes.count] {
            let part = Array(bytes[start..<end])
            start = end
            var taken = 0
            do throws(WebSocketError) {
                while true {
                    let (consumed, event) = try decoder.decode(part.span.extracting(taken..<part.count))
                    taken += consumed
                    guard event != .needsMore else { break }
                    outcome.events.append(event)
                }
            } catch {
                outcome.error = error
                return outcome
            }
        }
        return outcome
    }
}

extension DecoderCase {
    private static func text(_ text: String) -> WebSocketMessageDecoder.Event { .message(.text(text)) }
    private static func binary(_ bytes: [UInt8]) -> WebSocketMessageDecoder.Event { .message(.binary(bytes)) }

    static let all = accepted + refused + limits

    static let accepted: [DecoderCase] = [
        // The examples of RFC 6455, section 5.7.
        .init(name: "unmasked text", role: .client, bytes: [0x81, 5, 72, 101, 108, 108, 111], events: [text("Hello")]),
        .init(
            name: "masked text",
            bytes: [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58],
            events: [text("Hello")]
        ),
        .init(
            name: "fragmented text",
            role: .client,
            bytes: [1, 3, 72, 101, 108, 0x80, 2, 108, 111],
            events: [text("Hello")]
        ),
        .init(
            name: "ping and its answer",
            role: .client,
            bytes: [0x89, 5, 72, 101, 108, 108, 111, 0x8A, 5, 72, 101, 108, 108, 111],
            events: [.ping(Array("Hello".utf8)), .pong(Array("Hello".utf8))]
        ),
        .init(name: "nothing", bytes: []),
        .init(name: "empty messages", bytes: [.text(""), .binary([])].masked, events: [text(""), binary([])]),
        .init(
            name: "empty fragments",
            bytes: [.binary([], isFinal: false), .more(""), .more("", isFinal: true)].masked,
            events: [binary([])]
        ),
        .init(
            name: "control frames between fragments",
            bytes: [.text("a", isFinal: false), .ping("p"), .more("b"), .pong(), .more("c", isFinal: true)].masked,
            events: [.ping([112]), .pong([]), text("abc")]
        ),
        .init(
            name: "a character cut by fragments",
            bytes: [Frame(1, [0xF0], isFinal: false), .more([0x9F, 0x98]), .more([0x80], isFinal: true)].masked,
            events: [text("\u{1F600}")]
        ),
        .init(
            name: "bytes that are no text",
            bytes: Frame.binary([0xFF, 0xC0]).masked,
            events: [binary([0xFF, 0xC0])]
        ),
        .init(name: "close without a code", bytes: Frame.close().masked, events: [.close(.noStatus, reason: "")]),
        .init(name: "close", bytes: Frame.close(1000).masked, events: [.close(.normal, reason: "")]),
        .init(
            name: "close with a reason",
            bytes: Frame.close(4999, "für dich").masked,
            events: [.close(.init(rawValue: 4999), reason: "für dich")]
        ),
        .init(
            name: "the longest reason",
            bytes: Frame.close(3000, String(repeating: "x", count: 123)).masked,
            events: [.close(.init(rawValue: 3000), reason: String(repeating: "x", count: 123))]
        ),
        .init(
            name: "the largest ping",
            bytes: Frame(9, [UInt8](repeating: 7, count: 125)).masked,
            events: [.ping([UInt8](repeating: 7, count: 125))]
        ),
    ]

    static let refused: [DecoderCase] =
        (1...7).map {
            .init(name: "reserved bits \($0)", bytes: Frame(1, [], reserved: $0).masked, error: .reservedBits)
        }
        + [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map {
            .init(name: "opcode \($0)", bytes: Frame($0).masked, error: .reservedOpcode)
        }
        + [8, 9, 10].flatMap { opcode -> [DecoderCase] in
            [
                .init(
                    name: "fragmented control frame \(opcode)",
                    bytes: Frame(opcode, isFinal: false).masked,
                    error: .fragmentedControlFrame
                ),
                .init(
                    name: "control frame \(opcode) of 126 bytes",
                    bytes: Frame(opcode, [UInt8](repeating: 65, count: 126)).masked,
                    error: .controlFrameTooLong
                ),
                .init(
                    name: "control frame \(opcode) of 64 bits",
                    bytes: [0x80 | opcode, 0xFF],
                    error: .controlFrameTooLong
                ),
            ]
        }
        + [
            .init(name: "unmasked from a client", bytes: Frame.text("a").plain, error: .unmaskedFrame),
            .init(name: "masked from a server", role: .client, bytes: Frame.text("a").masked, error: .maskedFrame),
            .init(name: "125 in 16 bits", bytes: [0x82, 0xFE, 0, 125], error: .lengthNotMinimal),
            .init(name: "0 in 16 bits", bytes: [0x82, 0xFE, 0, 0], error: .lengthNotMinimal),
            .init(name: "65535 in 64 bits", bytes: [0x82, 0xFF] + Frame.big(65535), error: .lengthNotMinimal),
            .init(name: "0 in 64 bits", bytes: [0x82, 0xFF] + Frame.big(0), error: .lengthNotMinimal),
            .init(name: "highest bit of 64", bytes: [0x82, 0xFF] + Frame.big(1 << 63), error: .lengthOutOfRange),
            .init(name: "all of 64 bits", bytes: [0x82, 0xFF] + Frame.big(.max), error: .lengthOutOfRange),
            .init(name: "continuation of nothing", bytes: Frame.more("a").masked, error: .unexpectedContinuation),
            .init(
                name: "last continuation of nothing",
                bytes: Frame.more("a", isFinal: true).masked,
                error: .unexpectedContinuation
            ),
            .init(
                name: "continuation after the end",
                bytes: [.text("a", isFinal: false), .more("b", isFinal: true), .more("c", isFinal: true)].masked,
                events: [text("ab")],
                error: .unexpectedContinuation
            ),
            .init(
                name: "text within a text",
                bytes: [.text("a", isFinal: false), .text("b")].masked,
                error: .interruptedMessage
            ),
            .init(
                name: "bytes within a text",
                bytes: [.text("a", isFinal: false), .ping(), .binary([1], isFinal: false)].masked,
                events: [.ping([])],
                error: .interruptedMessage
            ),
            .init(name: "close of one byte", bytes: Frame(8, [3]).masked, error: .malformedClose),
            .init(
                name: "reason that is not UTF-8",
                bytes: Frame(8, [3, 0xE8, 0xC3]).masked,
                error: .invalidUTF8
            ),
            .init(
                name: "what came before counts",
                bytes: [.text("a"), .ping("b"), Frame(3)].masked,
                events: [text("a"), .ping([98])],
                error: .reservedOpcode
            ),
        ]
        + ([0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535] as [UInt16]).map {
            .init(name: "close code \($0)", bytes: Frame.close($0).masked, error: .invalidCloseCode)
        }

    static let limits: [DecoderCase] = [
        .init(name: "a message of the limit", bytes: Frame.text("12345").masked, events: [text("12345")], limit: 5),
        .init(name: "a message past the limit", bytes: Frame.text("123456").masked, error: .messageTooBig, limit: 5),
        .init(
            name: "fragments of the limit",
            bytes: [.text("123", isFinal: false), .more("45"), .more("", isFinal: true)].masked,
            events: [text("12345")],
            limit: 5
        ),
        .init(
            name: "fragments past the limit",
            bytes: [.text("123", isFinal: false), .more("456", isFinal: true)].masked,
            error: .messageTooBig,
            limit: 5
        ),
        .init(
            name: "each message has the limit",
            bytes: [.text("12345"), .text("67890"), .ping("123456")].masked,
            events: [text("12345"), text("67890"), .ping(Array("123456".utf8))],
            limit: 5
        ),
        .init(
            name: "the largest length, refused before a byte of it",
            bytes: [0x82, 0xFF] + Frame.big(1 << 63 - 1) + Frame.maskBytes,
            error: .messageTooBig
        ),
        .init(
            name: "the largest length, awaited without its room",
            bytes: [0x82, 0xFF] + Frame.big(1 << 63 - 1) + [0, 0, 0, 0, 1, 2, 3],
            limit: .max
        ),
        .init(
            name: "lengths whose sum is out of range",
            bytes: Frame.binary([1, 2], isFinal: false).masked + [0x80, 0xFF] + Frame.big(1 << 63 - 1)
                + Frame.maskBytes,
            error: .messageTooBig,
            limit: .max
        ),
    ]
}
