import LoopbackKitHTTP
import Testing

@Suite("FolderPath")
struct FolderPathTests {
    static func path(
        _ encoded: [UInt8],
        rules: FolderPath.Rules = FolderPath.Rules()
    ) -> Result<FolderPath, FolderPath.Refusal> {
        Result { () throws(FolderPath.Refusal) in try FolderPath(encoded.span, rules: rules) }
    }

    static func names(_ encoded: String, rules: FolderPath.Rules = FolderPath.Rules()) -> String? {
        guard case .success(let path) = path(Array(encoded.utf8), rules: rules) else { return nil }
        return String(decoding: path.bytes.dropLast(), as: UTF8.self)
    }

    @Test(
        "FILE-6 A path is decoded exactly once",
        arguments: [
            ("/a.js", "a.js"), ("/", ""), ("", ""), ("/a/b/c", "a/b/c"), ("/a%20b.js", "a b.js"),
            ("/100%25.html", "100%.html"), ("/%2541", "%41"), ("/%25252e", "%252e"), ("/a+b", "a+b"),
            ("/%23", "#"), ("/%3F", "?"), ("/a:b", "a:b"), ("/a..b.txt", "a..b.txt"), ("/caf%C3%A9", "café"),
            ("/%61", "a"), ("/%7e", "~"), ("/a/~b", "a/~b"), ("/a//b", "a/b"), ("//a", "a"), ("/a/", "a"),
        ]
    )
    func decoded(encoded: String, expected: String) {
        #expect(Self.names(encoded) == expected)
    }

    @Test(
        "FILE-2 Dot segments are resolved, however they are written",
        arguments: [
            ("/a/./b", "a/b"), ("/a/../b", "b"), ("/a/b/../../c", "c"), ("/a/%2e%2E/b", "b"), ("/a/.%2e/b", "b"),
            ("/%2e/a", "a"), ("/a/..", ""), ("/a//../b", "b"), ("/a/b/..", "a"),
        ]
    )
    func resolved(encoded: String, expected: String) {
        #expect(Self.names(encoded) == expected)
    }

    @Test(
        "FILE-2 A refused path has its reason",
        arguments: [
            ("/..", .outside), ("/../a", .outside), ("/a/../../b", .outside), ("/%2e%2e/a", .outside),
            ("//../a", .outside), ("/./../a", .outside),
            ("/a%2Fb", .malformed), ("/..%2fa", .malformed), ("/a\\b", .malformed), ("/a%5Cb", .malformed),
            ("/a%00", .malformed), ("/%00", .malformed), ("/a%0Ab", .malformed), ("/a%7F", .malformed),
            ("/%", .malformed), ("/%4", .malformed), ("/%zz", .malformed), ("/%u0041", .malformed),
            ("/a%2", .malformed), ("/%+1", .malformed),
            // Overlong forms of `.` and `/`, a surrogate, a lone continuation, a cut character, beyond Unicode.
            ("/%C0%AE%C0%AE/a", .malformed), ("/a%C0%AFb", .malformed), ("/%E0%80%AF", .malformed),
            ("/%ED%A0%80", .malformed), ("/%80", .malformed), ("/%E2%82", .malformed), ("/%F4%90%80%80", .malformed),
            ("/.git", .unserved), ("/.git/../a", .unserved), ("/%2egit", .unserved), ("/a/.b/c", .unserved),
            ("/...", .unserved), ("/a.", .unserved), ("/a./b", .unserved), ("/a%2e", .unserved),
            ("/.well-known/x", .unserved),
        ] as [(String, FolderPath.Refusal)]
    )
    func refused(encoded: String, expected: FolderPath.Refusal) {
        guard case .failure(let refusal) = Self.path(Array(encoded.utf8)) else {
            Issue.record("\(encoded) was taken for \(Self.names(encoded) ?? "")")
            return
        }
        #expect(refusal == expected)
    }

    @Test(
        "SCOPE-9 A first name with the reserved mark is refused, however the path leads to it",
        arguments: [
            ("/~health", nil), ("/%7Eproxy/x", nil), ("/a/../~x", nil), ("//~x", nil), ("/./~x", nil), ("/~", nil),
            ("/a/~x", "a/~x"), ("/x~", "x~"),
        ]
    )
    func reserved(encoded: String, expected: String?) {
        #expect(Self.names(encoded, rules: FolderPath.Rules(reservedMark: 126)) == expected)
        #expect(Self.names(encoded) != nil)
    }

    @Test(
        "FILE-2 Only the dot-names that the rules name are served",
        arguments: [
            ("/.well-known/a", ".well-known/a"), ("/b/.well-known", "b/.well-known"),
            ("/%2ewell-known/a", ".well-known/a"), ("/.well-known/../a", "a"), ("/.well-known/..", ""),
            ("/.well-known/.git", nil), ("/.well-known.", nil), ("/.well-know", nil), ("/.well-known2", nil),
            ("/.Well-Known", nil), ("/.git", nil), ("/.", ""), ("/..", nil), ("/...", nil), ("/.well-known/../..", nil),
        ]
    )
    func servedDotNames(encoded: String, expected: String?) {
        let rules = FolderPath.Rules(servedDotNames: [Array(".well-known".utf8), Array("..".utf8), Array("...".utf8)])
        #expect(Self.names(encoded, rules: rules) == expected)
    }

    @Test("FILE-2 Names and paths have a length")
    func length() {
        #expect(Self.names("/" + String(repeating: "a", count: 255)) != nil)
        #expect(Self.names("/" + String(repeating: "a", count: 256)) == nil)
        #expect(Self.names("/" + String(repeating: "ab/", count: 1365)) != nil)
        #expect(Self.names("/" + String(repeating: "ab/", count: 1366)) == nil)
    }

    @Test("FILE-6 A path that ends in a slash or a dot segment names a folder")
    func folder() throws {
        for (encoded, isFolder) in [
            ("", true), ("/", true), ("/a", false), ("/a/", true), ("/a/.", true), ("/a/b/..", true), ("/a/./b", false),
            ("/a//", true), ("/./a", false),
        ] {
            #expect(try Self.path(Array(encoded.utf8)).get().isFolder == isFolder, "\(encoded)")
        }
    }

    @Test("FILE-2 No bytes trap, and what passes has neither dot segments nor doubled slashes")
    func anyBytes() {
        let alphabet = Array("/.%2eEfF5cC0aA~\\".utf8) + [0x00, 0x80, 0xC0, 0xFF]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                alphabet[Int.random(in: alphabet.indices, using: &generator)]
            }
            guard case .success(let path) = Self.path(bytes) else { continue }
            let names = path.bytes.dropLast().split(separator: 47, omittingEmptySubsequences: false)
            let isGood = path.isRoot || names.allSatisfy { !$0.isEmpty && $0.first != 46 && !$0.contains(0) }
            #expect(isGood, "\(bytes)")
        }
    }
}
