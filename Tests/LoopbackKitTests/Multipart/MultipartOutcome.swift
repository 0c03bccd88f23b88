import LoopbackKitHTTP
import Testing

/// What dividing a multipart body gave.
struct MultipartOutcome: Equatable {
    /// A part: its fields' lines and its data; without an end when the body was cut in it.
    struct Part: Equatable {
        var fields: [String]
        var data: [UInt8] = []
        var hasEnded = false
    }

    var parts: [Part] = []
    var error: FormError.Code?
    /// How many bytes were compared with the delimiter's.
    var comparisons = 0

    /// The parts' data as text.
    var texts: [String] { parts.map { String(decoding: $0.data, as: UTF8.self) } }

    static func == (left: Self, right: Self) -> Bool { left.parts == right.parts && left.error == right.error }

    /// Feeds the input in parts that end at these places.
    static func of(
        _ input: [UInt8],
        boundary: String = "abc",
        cutAt cuts: [Int] = [],
        limits: MultipartLimits = .init()
    ) throws -> MultipartOutcome {
        guard let boundary = MultipartBoundary(boundary) else { throw FormError(.malformedBoundary) }
        var parser = MultipartParser(boundary, limits: limits)
        var outcome = MultipartOutcome()
        do throws(FormError) {
            var taken = 0
            for end in cuts + [input.count] {
                while taken < end {
                    let piece = Array(input[taken..<end])
                    let (consumed, event) = try parser.parse(piece.span)
                    taken += consumed
                    outcome.note(event, piece, parser.delimiterLine)
                }
            }
            try parser.finish()
        } catch {
            outcome.error = error.code
        }
        outcome.comparisons = parser.comparisons
        return outcome
    }

    private mutating func note(_ event: MultipartParser.Event, _ piece: [UInt8], _ delimiterLine: [UInt8]) {
        switch event {
        case .needsMore: break
        case .partBegan(let fields): parts.append(Part(fields: fields.map { "\($0.name): \($0.value)" }))
        case .data(let range): parts[parts.count - 1].data += piece[range]
        case .heldData(let range): parts[parts.count - 1].data += delimiterLine[range]
        case .partEnded: parts[parts.count - 1].hasEnded = true
        }
    }
}

/// A multipart body with the boundary `abc`, and the data of its parts or the error that it is refused with.
struct MultipartVector: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let parts: [String]
    let error: FormError.Code?

    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

    private static func takes(_ body: String, _ parts: [String]) -> Self {
        Self(bytes: Array(body.utf8), parts: parts, error: nil)
    }

    private static func refuses(_ body: String, _ error: FormError.Code) -> Self {
        Self(bytes: Array(body.utf8), parts: [], error: error)
    }

    /// One part with this data.
    private static func data(_ data: String) -> Self { takes("--abc\r\nA: b\r\n\r\n\(data)\r\n--abc--\r\n", [data]) }

    static let all: [MultipartVector] = framings + lookalikes + refused

    private static let framings: [MultipartVector] = [
        takes("--abc--", []), takes("--abc--\r\n", []), takes("--abc-- \t\r\nepilogue\r\n--abc\r\n", []),
        takes("\r\n--abc\r\n\r\nx\r\n--abc--", ["x"]), takes("--abc\r\n\r\nx\r\n--abc--", ["x"]),
        takes("preamble\r\n--abc\r\n\r\nx\r\n--abc--", ["x"]), takes("--abd\r\n--abc\r\n\r\nx\r\n--abc--", ["x"]),
        takes("x--abc\r\n--abc \t \r\n\r\nx\r\n--abc\t\r\n\r\ny\r\n--abc--\r\n", ["x", "y"]),
        takes("--abc\r\nA: b\r\nC: d\r\n\r\n\r\n--abc\r\n\r\n\r\n--abc--", ["", ""]),
        // The empty line's end is also the delimiter's: a part without a body.
        takes("--abc\r\n\r\n--abc\r\nA: b\r\n\r\n--abc--", ["", ""]),
        takes("--abc\r\n\r\nx\r\n--abc--\r\n\r\n--abc\r\n\r\ny\r\n--abc--", ["x"]),
    ]

    private static let lookalikes: [MultipartVector] = [
        data("x--abc"), data("x\n--abc\n"), data("x\r--abc\r"), data("\n--abc--\n"), data("\r"),
        data("\r\n"), data("\r\n\r\n"), data("\r\r\n"), data("\r\r\r\r"), data("\r\n-"), data("\r\n--"),
        data("\r\n--a"),
        data("\r\n--ab"), data("\r\n--ab\r\n--ab"), data("\r\n--abd"), data("\r\n--abcd"), data("\r\n--abc-"),
        data("\r\n--abc-x"), data("\r\n--abc-\r\n"), data("\r\n--abc-\r\n--abcx"), data("\r\n--abC"),
        data("\r\n---abc"),
        data("\r\n\r\n--ab\r\n\r\n--a"), data("-abc"), data("-"), data("--ab"), data("--abcd"), data("--abc-d"),
        data("\r\n --abc"), data("\0\r\n--\0"), data("\r\n--abc\0"), data("\n"),
    ]

    private static let refused: [MultipartVector] = [
        refuses("", .truncated), refuses("--abc", .truncated), refuses("--abc-", .truncated),
        refuses("--abc\r\n", .truncated), refuses("--abc\r\n\r\nx", .truncated),
        refuses("--abc\r\n\r\nx\r\n--abc", .truncated), refuses("--abc--\r", .truncated),
        refuses("no delimiter\r\n", .truncated), refuses("x--abc--", .truncated), refuses("\n--abc--", .truncated),
        refuses("--abc\n\r\nx\r\n--abc--", .malformedDelimiter), refuses("--abc\rx", .malformedDelimiter),
        refuses("--abc x\r\n", .malformedDelimiter), refuses("--abc \n", .malformedDelimiter),
        refuses("--abc\r\n\r\nx\r\n--abc\n", .malformedDelimiter), refuses("--abc--x", .malformedDelimiter),
        refuses("--abc--\n", .malformedDelimiter), refuses("--abc-- \rx", .malformedDelimiter),
        refuses("--abc\r\nA: b\n\r\nx\r\n--abc--", .malformedPartHead), refuses("--abc\r\nA\r\n", .malformedPartHead),
        refuses("--abc\r\n A: b\r\n", .malformedPartHead), refuses("--abc\r\nA: b\r\n c\r\n", .malformedPartHead),
        refuses("--abc\r\nA : b\r\n", .malformedPartHead), refuses("--abc\r\nA: \0\r\n", .malformedPartHead),
        refuses("--abc\r\n--abc--\r\n", .malformedPartHead), refuses("--abc\r\nA: b\rc\r\n", .malformedPartHead),
    ]
}
