import LoopbackKit
import Testing

@Suite("SecretRedactor") struct SecretRedactorTests {
    private let token = SessionToken()

    private func redact(_ text: String) -> String { SecretRedactor([token]).redact(text) }

    @Test("SCOPE-6 The token is taken out wherever it stands")
    func places() {
        let secret = token.revealed
        #expect(redact("/\(secret)/plugins/demo/a.js") == "/<token>/plugins/demo/a.js")
        #expect(
            redact("/x?from=http%3A%2F%2F127.0.0.1%2F\(secret)%2Fplugins")
                == "/x?from=http%3A%2F%2F127.0.0.1%2F<token>%2Fplugins"
        )
        #expect(redact("\(secret)\(secret)") == "<token><token>")
        #expect(redact("abc\(secret)def") == "abc<token>def")
        #expect(redact(secret.uppercased()) == "<token>")
        let escaped = secret.utf8.map { "%" + String($0, radix: 16) }.joined()
        #expect(redact("/a?\(escaped)&b") == "/a?<token>&b")
    }

    @Test("SCOPE-6 The token of an earlier launch is taken out of the first segment")
    func stale() {
        let old = SessionToken().revealed
        #expect(redact("/\(old)/plugins/demo/") == "/<token>/plugins/demo/")
        #expect(redact("/\(old)") == "/<token>")
    }

    @Test(
        "SCOPE-6 Other text stays as it is",
        arguments: [
            "", "/", "/app.d41d8cd98f00b204e9800998ecf8427e.js", "/d41d8cd98f00b204e9800998ecf8427e0/x", "/é/%zz/%",
            "/x/d41d8cd98f00b204e9800998ecf8427e/y",
        ]
    )
    func untouched(text: String) {
        #expect(redact(text) == text)
    }
}
