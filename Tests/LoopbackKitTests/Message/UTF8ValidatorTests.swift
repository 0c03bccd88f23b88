import LoopbackKitHTTP
import Testing

@Suite("UTF8Validator")
struct UTF8ValidatorTests {
    /// How many bytes the validator takes before it refuses, and whether the text may end.
    private func verdict(_ bytes: [UInt8], cutAt cut: Int = 0) -> (isValid: Bool, isComplete: Bool) {
        var validator = UTF8Validator()
        validator.read(bytes.span.extracting(..<cut))
        validator.read(bytes.span.extracting(cut...))
        return (validator.isValid, validator.isComplete)
    }

    /// Whether bytes are judged alike here and by the standard library, at every cut.
    private func isJudgedAlike(_ bytes: [UInt8]) -> Bool {
        let isText = String(validating: bytes, as: UTF8.self) != nil
        return (0...bytes.count).allSatisfy { verdict(bytes, cutAt: $0).isComplete == isText }
    }

    @Test("HTTP-9 Every pair of bytes is judged as the standard library does")
    func pairs() {
        var wrong: [[UInt8]] = []
        for first in UInt8.min ... .max {
            for second in UInt8.min ... .max where !isJudgedAlike([first, second]) { wrong.append([first, second]) }
        }
        #expect(wrong.isEmpty)
    }

    @Test("HTTP-9 Longer characters are judged as the standard library does, behind every first and second byte")
    func longCharacters() {
        let rests: [[UInt8]] = [[0x80], [0xC0], [0x7F], [0x80, 0x80], [0xBF, 0xBF], [0x80, 0x41]]
        var wrong: [[UInt8]] = []
        for first in UInt8(0xE0)...0xFF {
            for second in UInt8(0x70)...0xCF {
                for rest in rests where !isJudgedAlike([first, second] + rest) { wrong.append([first, second] + rest) }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test(
        "HTTP-9 A text is refused at the first byte that no character can have there",
        arguments: [
            ([0xC0], 1), ([0xC1], 1), ([0xF5], 1), ([0xFF], 1), ([0x80], 1), ([0xE0, 0x9F], 2), ([0xED, 0xA0], 2),
            ([0xF0, 0x8F], 2), ([0xF4, 0x90], 2), ([0xE2, 0x82, 0x41], 3), ([0xF0, 0x9F, 0x98, 0xC0], 4),
            ([0x41, 0x42, 0xC3, 0x28], 4),
        ] as [([UInt8], Int)]
    )
    func failsFast(bytes: [UInt8], count: Int) {
        for length in 0..<count { #expect(verdict(Array(bytes.prefix(length))).isValid) }
        #expect(!verdict(bytes).isValid)
        // Once it is refused, it stays so.
        #expect(!verdict(bytes + Array("good".utf8)).isValid)
    }

    @Test("HTTP-9 A stray byte is found at every place of a long text")
    func places() {
        let text = Array("0123456789abcdef0123456789ABCDEF€0123456789abcdef".utf8)
        #expect(verdict(text).isComplete)
        for index in text.indices {
            var bytes = text
            bytes[index] = 0xFF
            #expect(!verdict(bytes).isValid, "at \(index)")
            #expect(!verdict(bytes, cutAt: index).isValid)
        }
        #expect(!verdict(Array(text.prefix(33))).isComplete)
    }
}
