import LoopbackKit
import Testing

@Suite("ScopePath") struct ScopePathTests {
    struct Vector: Sendable {
        let path, secret, kind, id, remainder: String

        init(_ path: String, _ secret: String, _ kind: String, _ id: String, _ remainder: String) {
            (self.path, self.secret, self.kind, self.id, self.remainder) = (path, secret, kind, id, remainder)
        }
    }

    @Test(
        "SCOPE-2 A path is cut into secret, kind, id and remainder",
        arguments: [
            Vector("", "", "", "", ""), Vector("/", "", "", "", ""), Vector("x", "", "", "", "x"),
            Vector("/s", "s", "", "", ""), Vector("/s/", "s", "", "", ""), Vector("/s/k", "s", "k", "", ""),
            Vector("/s/k/", "s", "k", "", ""), Vector("/s/k/i", "s", "k", "i", ""),
            Vector("/s/k/i/", "s", "k", "i", "/"), Vector("/s/k/i/a/b", "s", "k", "i", "/a/b"),
            Vector("//k/i/a", "", "k", "i", "/a"), Vector("/s/k/a%2Fb//c", "s", "k", "a%2Fb", "//c"),
        ]
    )
    func parts(vector: Vector) {
        let path = Array(vector.path.utf8)
        let parts = ScopePath(path.span)
        #expect(text(Array(path[parts.secret])) == vector.secret)
        #expect(text(Array(path[parts.kind])) == vector.kind)
        #expect(text(Array(path[parts.id])) == vector.id)
        #expect(text(Array(path[parts.remainder])) == vector.remainder)
    }

    @Test(
        "SCOPE-9 A first segment that begins with ~ is reserved, encoded or not",
        arguments: [
            ("/s/k/i/~proxy/x", true), ("/s/k/i/%7Eproxy", true), ("/s/k/i/%7eproxy", true), ("/s/k/i/~", true),
            ("/s/k/i/a~", false), ("/s/k/i/a/~proxy", false), ("/s/k/i/", false), ("/s/k/i", false),
            ("/s/k/i/%7", false), ("/s/k/i/%257Ex", false),
        ]
    )
    func markers(path: String, isReserved: Bool) {
        let path = Array(path.utf8)
        let found = ScopePath(path.span).hasMarker(in: path.span)
        #expect(found == isReserved)
    }
}
