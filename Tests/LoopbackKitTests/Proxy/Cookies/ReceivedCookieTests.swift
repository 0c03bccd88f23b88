import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("Received cookies")
struct ReceivedCookieTests {
    private func read(_ text: String) -> ReceivedCookie? { ReceivedCookie(Array(text.utf8)) }

    @Test(
        "PROXY-6 Name and value are what stands around the first equals sign, without white space",
        arguments: [
            ("a=b", "a", "b"), (" a \t=\t b ", "a", "b"), ("a=b=c", "a", "b=c"), ("a=", "a", ""), ("=b", "", "b"),
            ("b", "", "b"), ("", "", ""), ("=", "", ""), ("a b=c d", "a b", "c d"), ("a=\"b; c\"", "a", "\"b"),
            ("a=b;c=d", "a", "b"), (";a=b", "", ""), ("==b", "", "=b"), ("a=\u{E9}", "a", "\u{E9}"),
            ("a\tb=c\td", "a\tb", "c\td"),
        ]
    )
    func pair(field: String, name: String, value: String) throws {
        let cookie = try #require(read(field))
        #expect(cookie.name == Array(name.utf8))
        #expect(cookie.value == Array(value.utf8))
    }

    @Test("PROXY-6 A control character anywhere refuses the field, but a tab")
    func controls() {
        for byte in UInt8.min...UInt8.max {
            let isRefused = byte < 32 && byte != 9 || byte == 127
            for place in 0...6 {
                var field = Array("a=b; x".utf8)
                field.insert(byte, at: place)
                #expect((ReceivedCookie(field) == nil) == isRefused, "byte \(byte) at \(place)")
            }
        }
    }

    @Test("PROXY-6 Name and value have 4,096 bytes together at most")
    func largest() {
        let name = String(repeating: "n", count: 96)
        let value = String(repeating: "v", count: 4000)
        #expect(read("\(name)=\(value)") != nil)
        #expect(read(" \(name) = \(value) ; Path=/") != nil)
        #expect(read("\(name)=\(value)v") == nil)
        #expect(read("\(name)n=\(value)") == nil)
        #expect(read(String(repeating: "v", count: 4097)) == nil)
    }

    @Test("PROXY-6 An attribute of more than 1,024 bytes is left out, and the cookie is not")
    func largestAttribute() throws {
        let path = "/" + String(repeating: "p", count: 1023)
        #expect(read("a=b; Path=\(path)")?.path == Array(path.utf8))
        let cookie = try #require(read("a=b; Path=/x; Path=\(path)p; Secure"))
        #expect(cookie.path == Array("/x".utf8))
        #expect(cookie.isSecure)
    }

    @Test(
        "PROXY-6 Max-Age is a number of seconds with at most a minus sign, and ends at 400 days",
        arguments: [
            ("0", 0), ("1", 1), ("-1", 0), ("-0", 0), ("007", 7), ("34560000", 34_560_000), ("34560001", 34_560_000),
            ("99999999999999999999999999", 34_560_000), ("-99999999999999999999999999", 0), ("", nil), ("-", nil),
            ("+5", nil), ("5s", nil), ("5 5", nil), ("--5", nil), ("5.0", nil), ("0x5", nil), ("\u{665}", nil),
        ] as [(String, Int?)]
    )
    func maxAge(text: String, seconds: Int?) {
        #expect(read("a=b; max-AGE=\(text)")?.maxAge == seconds)
        // What is no number doesn't undo what was one.
        #expect(read("a=b; Max-Age=9; Max-Age=\(text)")?.maxAge == seconds ?? 9)
    }

    @Test(
        "PROXY-6 The domain is read in lower case without a dot in front, and the last one counts",
        arguments: [
            ("Domain=Example.ORG", "example.org"), ("Domain=.example.org", "example.org"),
            ("Domain=..example.org", ".example.org"), ("Domain=", ""), ("Domain=.", ""), ("Domain", ""),
            ("Domain=a.org; Domain=b.org", "b.org"), ("Domain=a.org; Domain=", ""), ("Domain= a.org ", "a.org"),
        ]
    )
    func domain(attributes: String, domain: String) {
        #expect(read("a=b; \(attributes)")?.domain == Array(domain.utf8))
    }

    @Test("PROXY-6 A path that does not begin with a slash stands for the default path")
    func path() throws {
        #expect(read("a=b; Path=/x")?.path == Array("/x".utf8))
        for text in ["a=b; Path=/x; Path=", "a=b; Path=x", "a=b; Path"] {
            let cookie = try #require(read(text))
            #expect(cookie.path == nil)
            #expect(cookie.hasPath)
        }
        #expect(try #require(read("a=b")).hasPath == false)
    }

    @Test("PROXY-6 Flags are read without case, whatever their value, and not out of quotes or longer words")
    func flags() throws {
        let all = try #require(read("a=b;SECURE;httponly=no; Partitioned ;;=;SameSite=LAX"))
        #expect(all.isSecure && all.isHTTPOnly && all.isPartitioned)
        #expect(all.sameSite == .lax)
        let none = try #require(read("a=b; \"Secure\"; Secure x; HttpOnl; Partitionedx; Same-Site=Lax"))
        #expect(!none.isSecure && !none.isHTTPOnly && !none.isPartitioned)
        #expect(none.sameSite == nil)
        #expect(read("a=b; SameSite=strict")?.sameSite == .strict)
        #expect(read("a=b; SameSite=NONE")?.sameSite == SetCookie.SameSite.none)
        // One that nobody knows is the default, and the last one counts.
        #expect(try #require(read("a=b; SameSite=Strict; SameSite=x")).sameSite == nil)
    }

    @Test("PROXY-6 No cut of a field traps")
    func truncations() {
        let field = Array(
            "a=b; Path=/x; Domain=.a.org; Max-Age=-5; Expires=1 Jan 2000 0:0:0; SameSite=Lax; Secure".utf8
        )
        for start in field.indices {
            for end in start...field.count { _ = ReceivedCookie(Array(field[start..<end])) }
        }
    }
}
