import LoopbackKitHTTP
import Testing

@Suite("HTTPURL, relative")
struct HTTPURLReferenceTests {
    /// The examples of RFC 3986, section 5.4, but for those that the URL standard reads differently.
    @Test(
        "PROXY-7 A reference is resolved against the address that it came from",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
            ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
            ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http://a/b/c/g"), ("%2E%2e/g", "http://a/b/g"),
            (".%2e\\g", "http://a/b/g"), ("\\g", "http://a/g"), ("\\\\g\\h", "http://g/h"), ("/\\g", "http://g/"),
            ("///g", "http://g/"), ("http:/g", "http://a/g"), ("http:?y", "http://a/b/c/d;p?y"),
            ("?", "http://a/b/c/d;p?"),
            ("#", "http://a/b/c/d;p?q#"), ("https:g", "https://g/"), ("https:/g", "https://g/"),
            ("http:\\\\g", "http://g/"),
            ("//g:81", "http://g:81/"), ("a//../b", "http://a/b/c/a/b"), ("/a/b/%2e%2e%2F", "http://a/a/b/%2e%2e%2F"),
        ]
    )
    func examples(_ reference: String, _ expected: String) throws {
        let base = try HTTPURL("http://a/b/c/d;p?q#base")
        #expect(try HTTPURL(reference, relativeTo: base).description == expected)
    }

    @Test(
        "PROXY-7 A reference that leads nowhere says why",
        arguments: [
            ("ftp://a", HTTPURLError.Code.unsupportedScheme), ("//", .emptyHost), ("//user@a", .credentials),
            ("data:,x", .unsupportedScheme), ("//a:b", .malformedPort), ("https:", .emptyHost),
            ("///@b:c@d", .credentials),
        ]
    )
    func errors(_ reference: String, _ code: HTTPURLError.Code) throws {
        let base = try HTTPURL("http://a/b")
        #expect(throws: HTTPURLError(code)) { try HTTPURL(reference, relativeTo: base) }
    }

    @Test("PROXY-7 The port stays with the host")
    func port() throws {
        let base = try HTTPURL("https://[::1]:8443/a")
        #expect(try HTTPURL("/b", relativeTo: base).description == "https://[::1]:8443/b")
        #expect(try HTTPURL("//c/b", relativeTo: base).description == "https://c/b")
    }
}
