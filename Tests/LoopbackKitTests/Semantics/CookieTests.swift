import LoopbackKitHTTP
import Testing

@Suite("RequestCookies")
struct RequestCookiesTests {
    @Test(
        "HTTP-9 Cookies are read leniently, in order",
        arguments: [
            ("a=b", [["a", "b"]]), ("a=b; c=d", [["a", "b"], ["c", "d"]]), ("a=b;c=d", [["a", "b"], ["c", "d"]]),
            ("  a = b\t; \t", [["a", "b"]]), ("a=b=c", [["a", "b=c"]]), ("a", [["", "a"]]), ("=a", [["", "a"]]),
            ("a=", [["a", ""]]), ("; ;=;", []), ("", []), ("a=\"b; c\"", [["a", "\"b"], ["", "c\""]]),
            ("a=%20+", [["a", "%20+"]]), ("é=ü", [["é", "ü"]]), ("a=1; a=2", [["a", "1"], ["a", "2"]]),
            ("a=b,c", [["a", "b,c"]]),
        ] as [(String, [[String]])]
    )
    func read(value: String, pairs: [[String]]) {
        #expect(RequestCookies([.cookie: value]).map { [$0.name, $0.value] } == pairs)
    }

    @Test("HTTP-9 Cookies of several lines are all there, and names are compared as bytes")
    func access() throws {
        let fields: HTTPFields = [.cookie: "a=1; \u{E9}=2", .host: "x=y", .cookie: "a=3; e\u{301}=4"]
        let request = HTTPRequest(method: .get, target: try required(RequestTarget("/")), fields: fields)
        #expect(request.cookies["a"] == "1" && request.cookies.values(of: "a") == ["1", "3"])
        #expect(request.cookies["\u{E9}"] == "2" && request.cookies["e\u{301}"] == "4")
        #expect(request.cookies["x"] == nil && request.cookies["A"] == nil && request.cookies.count == 4)
    }
}

@Suite("SetCookie")
struct SetCookieTests {
    @Test("HTTP-9 A cookie is written with its attributes")
    func written() throws {
        var fields: HTTPFields = [.setCookie: "kept=1"]
        try fields.append(
            SetCookie(
                "session",
                "x%20y",
                path: "/a",
                domain: "example.com",
                maxAge: .seconds(60),
                expires: HTTPDate(secondsSince1970: 784_111_777),
                isSecure: true,
                isHTTPOnly: true,
                sameSite: .some(.none)
            )
        )
        try fields.append(SetCookie("a", ""))
        #expect(
            fields.values(of: .setCookie) == [
                "kept=1",
                "session=x%20y; Path=/a; Domain=example.com; Max-Age=60; Expires=Sun, 06 Nov 1994 08:49:37 GMT; "
                    + "Secure; HttpOnly; SameSite=None", "a=",
            ]
        )
        #expect(fields.invalidName == nil)
    }

    @Test(
        "HTTP-9 A life is written in whole seconds, rounded up; a negative one is none",
        arguments: [
            (.zero, "0"), (.milliseconds(1), "1"), (.milliseconds(1500), "2"), (.seconds(-5), "0"),
            (.milliseconds(-1), "0"),
            (Duration(secondsComponent: .max, attosecondsComponent: 1), "9223372036854775807"),
        ] as [(Duration, String)]
    )
    func maxAge(duration: Duration, seconds: String) throws {
        try #expect(SetCookie("a", "b", maxAge: duration).fieldValue() == "a=b; Max-Age=\(seconds)")
    }

    @Test(
        "HTTP-9 Nothing can be injected into a cookie",
        arguments: [
            (SetCookie("", "b"), .malformedName), (SetCookie("a b", "b"), .malformedName),
            (SetCookie("a=", "b"), .malformedName), (SetCookie("a;", "b"), .malformedName),
            (SetCookie("a\r\nX: y", "b"), .malformedName), (SetCookie("é", "b"), .malformedName),
            (SetCookie("a", "b; Domain=evil"), .malformedValue), (SetCookie("a", "b c"), .malformedValue),
            (SetCookie("a", "b\r\nSet-Cookie: c=d"), .malformedValue), (SetCookie("a", "b\0"), .malformedValue),
            (SetCookie("a", "b,c"), .malformedValue), (SetCookie("a", "\"b"), .malformedValue),
            (SetCookie("a", "\""), .malformedValue), (SetCookie("a", "\"b\\\""), .malformedValue),
            (SetCookie("a", "é"), .malformedValue), (SetCookie("a", "b", path: "/; Secure"), .malformedPath),
            (SetCookie("a", "b", path: "a"), .malformedPath), (SetCookie("a", "b", path: "/\r\n"), .malformedPath),
            (SetCookie("a", "b", path: ""), .malformedPath), (SetCookie("a", "b", domain: ""), .malformedDomain),
            (SetCookie("a", "b", domain: "a; Secure"), .malformedDomain),
            (SetCookie("a", "b", domain: "a\r\nb"), .malformedDomain),
            (SetCookie("a", String(repeating: "b", count: 4096)), .tooLarge),
        ] as [(SetCookie, SetCookieError.Code)]
    )
    func injection(cookie: SetCookie, code: SetCookieError.Code) {
        #expect(throws: SetCookieError(code)) { try cookie.fieldValue() }
    }

    @Test(
        "HTTP-9 A cookie that browsers would refuse is an error",
        arguments: [
            (SetCookie("__Secure-a", "b"), .brokenPrefix), (SetCookie("__secure-a", "b"), .brokenPrefix),
            (SetCookie("__Host-a", "b", path: "/"), .brokenPrefix),
            (SetCookie("__Host-a", "b", isSecure: true), .brokenPrefix),
            (SetCookie("__HOST-a", "b", path: "/", domain: "a.b", isSecure: true), .brokenPrefix),
            (SetCookie("a", "b", sameSite: .some(.none)), .insecureSameSite),
        ] as [(SetCookie, SetCookieError.Code)]
    )
    func refused(cookie: SetCookie, code: SetCookieError.Code) {
        #expect(throws: SetCookieError(code)) { try cookie.fieldValue() }
    }

    @Test(
        "HTTP-9 A cookie that keeps the rules is written",
        arguments: [
            SetCookie("__Secure-a", "b", isSecure: true), SetCookie("__Host-a", "b", path: "/", isSecure: true),
            SetCookie("a", "\"b\""), SetCookie("a", "\"\""), SetCookie("a", String(repeating: "b", count: 4095)),
            SetCookie("a", "b", sameSite: .strict),
        ]
    )
    func accepted(cookie: SetCookie) {
        #expect(throws: Never.self) { try cookie.fieldValue() }
    }
}
