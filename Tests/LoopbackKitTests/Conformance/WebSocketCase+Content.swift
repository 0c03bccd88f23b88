// MARK: - 6: text

extension WebSocketCase {
    static let texts: [WebSocketCase] = validTexts + invalidTexts + cutTexts

    private static let validTexts: [WebSocketCase] = [
        "", "Grüße, κόσμε", "\u{0}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{FFFD}", "\u{10000}",
        "\u{10FFFF}", "\u{D7FF}", "\u{E000}", "\u{FEFF}bom", "\u{1FFFE}", "👩‍🚀🏳️‍🌈",
    ].flatMap { text -> [WebSocketCase] in
        let bytes = Array(text.utf8)
        let name = text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
        // In one frame, and each byte in a frame of its own.
        let pieces = bytes.enumerated().map { index, byte in
            Frame(index == 0 ? 1 : 0, [byte], isFinal: index == bytes.count - 1)
        }
        let whole = WebSocketCase(6, "valid \(name)", [.text(text)], echo: [.text(text)])
        return pieces.isEmpty ? [whole] : [whole, .init(6, "valid in bytes \(name)", pieces, echo: [.text(text)])]
    }

    /// Overlong forms, surrogates, what is beyond the last character, stray and missing bytes.
    private static let invalidBytes: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0x80],
        [0xF0, 0x8F, 0xBF, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80],
        [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
        [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC3, 0x28],
        [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xF0, 0x28, 0x8C, 0xBC], [0x61, 0x80, 0x61],
    ]

    private static let invalidTexts: [WebSocketCase] = invalidBytes.flatMap { bytes -> [WebSocketCase] in
        let name = bytes.map { String($0, radix: 16) }.joined(separator: " ")
        return [
            .init(6, "invalid \(name)", [Frame(1, bytes)], closes: 1007),
            .init(
                6,
                "invalid behind others \(name)",
                [.text("κόσμε", isFinal: false), .more(bytes, isFinal: true)],
                closes: 1007
            ),
            .init(6, "no text \(name)", [.binary(bytes)], echo: [.binary(bytes)]),
        ]
    }

    /// The wrong byte comes before the message's end, which never comes: it is refused all the same.
    private static let cutTexts: [WebSocketCase] = [
        .init(6, "refused before the frame's end", bytes: [0x81, 0x8A, 0, 0, 0, 0, 0x61, 0xFF], got: [.close(1007)]),
        .init(
            6,
            "refused before the message's end",
            bytes: Frame(1, [0xF4], isFinal: false).masked + Frame.more([0x90]).masked,
            got: [.close(1007)]
        ),
        .init(
            6,
            "a character is cut by a control frame",
            [Frame(1, [0xE2], isFinal: false), .ping(), .more([0x82]), .pong(), .more([0xAC], isFinal: true)],
            echo: [.pong(), .text("€")]
        ),
    ]
}

// MARK: - 7: closing

extension WebSocketCase {
    static let closing: [WebSocketCase] =
        [
            .init(7, "close, then data", bytes: [.close(1000), .text("x"), .ping()].masked, got: [.close(1000)]),
            .init(7, "close twice", bytes: [.close(1000), .close(1001)].masked, got: [.close(1000)]),
            .init(7, "close without a code", bytes: Frame.close().masked, got: [.close()]),
            .init(
                7,
                "close within a message",
                bytes: [.text("a", isFinal: false), .close(1000)].masked,
                got: [.close(1000)]
            ),
            .init(7, "close of one byte", [Frame(8, [3])], closes: 1002),
            .init(7, "close with a reason", bytes: Frame.close(1000, "ok").masked, got: [.close(1000)]),
            .init(
                7,
                "close with the longest reason",
                bytes: Frame.close(1000, String(repeating: "*", count: 123)).masked,
                got: [.close(1000)]
            ),
            .init(7, "close with a longer one", [.close(1000, String(repeating: "*", count: 124))], closes: 1002),
            .init(7, "reason that is not UTF-8", [Frame(8, [3, 0xE8, 0xCE, 0xBA, 0xED, 0xA0, 0x80])], closes: 1007),
            .init(7, "reason that ends in a character", [Frame(8, [3, 0xE8, 0xCE])], closes: 1007),
        ]
        + ([1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999] as [UInt16])
        .map { .init(7, "code \($0)", bytes: Frame.close($0).masked, got: [.close($0)]) }
        + ([0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535] as [UInt16])
        .map { .init(7, "code \($0)", [.close($0)], closes: 1002) }
}

// MARK: - 9 and 10: limits and the rest

extension WebSocketCase {
    /// What the echo of these cases takes.
    static let limit = 1 << 17

    static let limits: [WebSocketCase] =
        [64, 256, 4096, 65536, limit].flatMap { size -> [WebSocketCase] in
            let bytes = Wire.pattern(limit)
            let pieces = stride(from: 0, to: bytes.count, by: size).map { start in
                Frame(start == 0 ? 2 : 0, Array(bytes[start..<start + size]), isFinal: start + size == bytes.count)
            }
            return [.init(9, "the limit in frames of \(size)", pieces, echo: [.binary(bytes)])]
        } + [
            .init(9, "a byte past the limit", [.binary(Wire.pattern(limit + 1))], closes: 1009),
            .init(
                9,
                "a byte past the limit in fragments",
                [.binary(Wire.pattern(limit), isFinal: false), .more([1], isFinal: true)],
                closes: 1009
            ),
            .init(
                9,
                "the largest length",
                bytes: [0x82, 0xFF] + Frame.big(1 << 63 - 1) + Frame.maskBytes,
                got: [.close(1009)]
            ),
            .init(
                10,
                "a thousand messages at once",
                (0..<1000).map { .text("message \($0)") },
                echo: (0..<1000).map { .text("message \($0)") }
            ),
        ]
}
