import LoopbackKitHTTP
import Testing

@Suite("HTTPURL")
struct HTTPURLTests {
    @Test("PROXY-3 An address has its parts in one form")
    func parts() throws {
        let url = try HTTPURL(" \u{1}HTTPS:\\\\EXAMPLE.com:0443\\a/./b/../%2E%2e/ü d?q='ü#f`ü \n")
        #expect(url.scheme == .https)
        #expect(url.host == .name("example.com"))
        #expect(url.port == 443)
        #expect(url.path == "/%C3%BC%20d")
        #expect(url.query == "q=%27%C3%BC")
        #expect(url.fragment == "f%60%C3%BC")
        #expect(url.authority == "example.com")
        #expect(url.requestTarget == "/%C3%BC%20d?q=%27%C3%BC")
        #expect(url.description == "https://example.com/%C3%BC%20d?q=%27%C3%BC#f%60%C3%BC")
        #expect(url.origin == HTTPOrigin(scheme: .https, host: .name("example.com")))
    }

    @Test("PROXY-3 Addresses that are written differently are equal when they call the same")
    func equality() throws {
        let url = try HTTPURL("http://127.0.0.1/")
        for text in [
            "http://127.1", "http:127.0.0.1:80", "HTTP://0x7f.1:/", "http:////2130706433//..", "h\tt\ntp://12\r7.1",
        ] {
            #expect(try HTTPURL(text) == url, "\(text.debugDescription)")
        }
        for text in [
            "https://127.0.0.1/", "http://127.0.0.1:81/", "http://127.0.0.1/?", "http://127.0.0.1/#",
            "http://127.0.0.1/a",
        ] {
            #expect(try HTTPURL(text) != url)
        }
    }

    @Test(
        "PROXY-3 A port that is not the scheme's own stands in the authority",
        arguments: [
            ("http://a:80/", "a"), ("https://a:80/", "a:80"), ("http://a:443/", "a:443"), ("https://a:443", "a"),
            ("http://[::1]:81/", "[::1]:81"), ("http://a:65535/", "a:65535"), ("http://a:0/", "a:0"),
            ("http://a:000000000000000000000080/", "a"),
        ]
    )
    func authority(_ text: String, _ authority: String) throws {
        let url = try HTTPURL(text)
        #expect(url.authority == authority)
        #expect(url.origin.description == "\(url.scheme.rawValue)://\(authority)")
        #expect(url.origin.isSecure == text.hasPrefix("https"))
    }

    @Test(
        "PROXY-3 What is no address says why",
        arguments: [
            ("", HTTPURLError.Code.notAbsolute), ("/a", .notAbsolute), ("//a/", .notAbsolute),
            ("example.com", .notAbsolute),
            ("1http://a", .notAbsolute), (":", .notAbsolute), ("#", .notAbsolute), ("http//a", .notAbsolute),
            ("ftp://a/", .unsupportedScheme), ("file:///etc/passwd", .unsupportedScheme),
            ("ws://a", .unsupportedScheme),
            ("localhost:80", .unsupportedScheme), ("javascript:1", .unsupportedScheme),
            ("httpx://a", .unsupportedScheme),
            ("blob:https://a/1", .unsupportedScheme), ("http+unix://a", .unsupportedScheme),
            ("http:", .emptyHost), ("http://", .emptyHost), ("http:///", .emptyHost), ("http://?a", .emptyHost),
            ("http://#a", .emptyHost), ("http://:80/", .emptyHost), ("http://@/", .emptyHost),
            ("http://@:80", .emptyHost),
            ("http://a b/", .forbiddenCharacter), ("http://a%b/", .forbiddenCharacter),
            ("http://a%25b/", .forbiddenCharacter),
            ("http://1.2.3.4.5/", .malformedIPv4), ("http://[::1/", .malformedIPv6),
            ("http://[::1%25lo]/", .malformedIPv6),
            ("http://a:65536/", .malformedPort), ("http://a:+80/", .malformedPort), ("http://a:-1/", .malformedPort),
            ("http://a:8 0/", .malformedPort), ("http://a:80:80/", .malformedPort), ("http://a:８０/", .malformedPort),
            ("http://a:99999999999999999999/", .malformedPort), ("http://[::1]a:80/", .malformedIPv6),
        ]
    )
    func errors(_ text: String, _ code: HTTPURLError.Code) {
        #expect(throws: HTTPURLError(code)) { try HTTPURL(text) }
    }

    @Test(
        "PROXY-3 An address with a user's name or password is refused, whatever it is to look like",
        arguments: [
            "http://user@a/", "http://user:word@a/", "http://:word@a/", "http://user:@a/",
            "http://a.example@127.0.0.1/",
            "http://127.1.1.1:80@@127.2.2.2:80/", "http://127.1.1.1:80:@@127.2.2.2:80/", "http://a@b@c/",
            "https:user@a",
            "http://@@a/", "http://::@a/", "http://%40@a/", "http://a.example:80@[::1]/",
        ]
    )
    func credentials(_ text: String) {
        #expect(throws: HTTPURLError(.credentials)) { try HTTPURL(text) }
    }

    @Test("PROXY-3 Where the authority ends is where browsers see it end")
    func endOfAuthority() throws {
        for text in [
            "http://a\\@127.0.0.1/", "http://a/@127.0.0.1/", "http://a?@127.0.0.1/", "http://a#@127.0.0.1/",
            "http://@a/",
            "http://:@a/",
        ] {
            #expect(try HTTPURL(text).host == .name("a"), "\(text)")
        }
    }

    @Test("PROXY-3 Tabs and line breaks count nowhere, and a backslash is a slash")
    func removedCharacters() throws {
        let text = Array("https://example.com:81/a/%2e%2E/b?c#d".utf8)
        let url = try HTTPURL(String(decoding: text, as: UTF8.self))
        for place in 0...text.count {
            for byte in [UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r")] {
                #expect(try HTTPURL(bytes: text[..<place] + [byte] + text[place...], relativeTo: nil) == url)
            }
        }
        let backslashes = text.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "\\") : $0 }
        #expect(try HTTPURL(bytes: backslashes, relativeTo: nil) == url)
    }

    @Test("PROXY-3 Each part has its own characters that are escaped")
    func escapes() throws {
        #expect(
            try HTTPURL("https://a/\u{0} !\"$%&'()*+,-.:;<=>@[]^_`{|}~\u{7F}").path
                == "/%00%20!%22$%&'()*+,-.:;%3C=%3E@[]%5E_%60%7B|%7D~%7F"
        )
        #expect(
            try HTTPURL("https://a/?\u{0} !\"$%&'()*+,-./:;<=>?@[\\]^_`{|}~\u{7F}").query
                == "%00%20!%22$%&%27()*+,-./:;%3C=%3E?@[\\]^_`{|}~%7F"
        )
        #expect(
            try HTTPURL("https://a/#\u{0} !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\u{7F}").fragment
                == "%00%20!%22#$%&'()*+,-./:;%3C=%3E?@[\\]^_%60{|}~%7F"
        )
    }

    @Test("PROXY-3 Bytes that are not UTF-8 are escaped as they are, and refused in the host")
    func otherBytes() throws {
        let start = Array("http://a/".utf8)
        #expect(
            try HTTPURL(bytes: start + [0xFF, 63, 0xE9, 35, 0x80], relativeTo: nil).description
                == "http://a/%FF?%E9#%80"
        )
        #expect(throws: HTTPURLError(.forbiddenCharacter)) {
            try HTTPURL(bytes: Array("http://a".utf8) + [0xFF], relativeTo: nil)
        }
    }
}
