import LoopbackKitHTTP
import Testing

@Suite("EntityTag")
struct EntityTagTests {
    @Test("FILE-5 A tag is read and written", arguments: ["\"xyzzy\"", "W/\"xyzzy\"", "\"\"", "\"a,b\"", "\"é\""])
    func read(text: String) {
        #expect(EntityTag(parsing: text)?.description == text)
    }

    @Test(
        "FILE-5 What is not exactly a tag is refused",
        arguments: [
            "", "xyzzy", "\"xyzzy", "xyzzy\"", "w/\"xyzzy\"", "W/xyzzy", "\"a b\"", "\"a\"b", "\"a\u{7F}\"", "*",
        ]
    )
    func refused(text: String) {
        #expect(EntityTag(parsing: text) == nil)
    }

    /// The table of RFC 9110, section 8.8.3.2.
    @Test(
        "FILE-5 Tags are compared strongly and weakly",
        arguments: [
            ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false),
            ("W/\"1\"", "\"1\"", false, true), ("\"1\"", "\"1\"", true, true),
        ]
    )
    func compared(left: String, right: String, strong: Bool, weak: Bool) throws {
        let (left, right) = (try #require(EntityTag(parsing: left)), try #require(EntityTag(parsing: right)))
        #expect(left.matchesStrongly(right) == strong)
        #expect(right.matchesStrongly(left) == strong)
        #expect(left.matchesWeakly(right) == weak)
    }

    @Test("FILE-5 A tag can't hold a quote or a space", arguments: ["a\"b", "a b", "a\r\nb", "\0"])
    func text(_ text: String) {
        #expect(EntityTag(text) == nil)
    }

    @Test(
        "FILE-5 Lists of tags are read",
        arguments: [
            ("*", -1), ("\"a\"", 1), ("\"a\", W/\"b\" ,\"c\"", 3), (", ,\"a\",,", 1), ("\"a,b\", \"c\"", 2),
        ]
    )
    func list(text: String, count: Int) {
        switch EntityTagList(text) {
        case .any: #expect(count == -1)
        case .tags(let tags): #expect(tags.count == count)
        case nil: Issue.record("\(text) was refused")
        }
    }

    @Test(
        "FILE-5 Malformed lists of tags are refused",
        arguments: ["", ",", "a", "\"a\" \"b\"", "\"a\"\"b\"", "\"a\", b", "*, \"a\"", "**", "\"a"]
    )
    func malformedList(text: String) {
        #expect(EntityTagList(text) == nil)
    }
}
