import LoopbackKit
import Testing

@Suite("SessionToken") struct SessionTokenTests {
    private struct Counter: RandomNumberGenerator {
        var word: UInt64 = 0x0123_4567_89AB_CDEF

        mutating func next() -> UInt64 {
            defer { word = ~word }
            return word
        }
    }

    private func matches(_ token: SessionToken, _ bytes: [UInt8]) -> Bool { token.matches(bytes.span) }

    private func hasForm(_ bytes: [UInt8]) -> Bool { SessionToken.hasForm(bytes.span) }

    @Test("SCOPE-3 A token is 128 bits in lower-case hexadecimal digits")
    func form() {
        var counter = Counter()
        #expect(SessionToken(using: &counter).revealed == "0123456789abcdeffedcba9876543210")
        let token = SessionToken()
        #expect(hasForm(token.revealedBytes))
        #expect(SessionToken() != token)
    }

    @Test("SCOPE-3 A token matches its own bytes and no others")
    func matching() {
        let token = SessionToken()
        let digits = token.revealedBytes
        #expect(matches(token, digits))
        #expect(!matches(token, Array(digits.dropLast())))
        #expect(!matches(token, (digits + [48])))
        #expect(!matches(token, []))
        for index in digits.indices {
            var other = digits
            other[index] ^= 1
            #expect(!matches(token, other))
        }
        #expect(!matches(token, Array(token.revealed.uppercased().utf8)) || token.revealed.allSatisfy(\.isNumber))
    }

    @Test("SCOPE-6 No description, dump or interpolation shows a token")
    func redaction() {
        let token = SessionToken()
        #expect(!shown(token).contains(token.revealed))
        #expect(!shown([token]).contains(token.revealed))
        let scope = ScopeReference(kind: .plugins, id: "demo")
        let address = ScopeAddress(origin: "http://127.0.0.1:50000", secret: token, scope: scope)
        #expect(address.url == "http://127.0.0.1:50000/\(token.revealed)/plugins/demo/")
        #expect(!shown(address).contains(token.revealed))
        #expect("\(address)" == "http://127.0.0.1:50000/<token>/plugins/demo/")
    }

    @Test(
        "SCOPE-3 Only lower-case digits of the right number have a token's form",
        arguments: ["", "0", String(repeating: "0", count: 33), "0123456789ABCDEF0123456789abcdef"]
    )
    func otherForms(text: String) {
        #expect(!hasForm(Array(text.utf8)))
    }
}
