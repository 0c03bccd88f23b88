import LoopbackKit
import Testing

@Suite("Elements that load through the proxy") struct ProxiedMarkupTests {
    private func rewrite(
        _ text: String,
        _ elements: ProxiedElements = [.media, .images, .styles],
        as path: String = "index.html"
    ) throws -> String {
        try RewrittenText(text, as: path) {
            $0.proxiesCalls = true
            $0.proxiedElements = elements
        }.text.split(separator: "<!--/loopbackkit-->").last.map(String.init) ?? ""
    }

    @Test(
        "PROXY-4 What elements load from other sites has the proxy's address, with cookies as crossorigin says",
        arguments: [
            ("<img src=https://a.example/i.png?a&b>", "<img src=~proxy/include/https/a.example/i.png?a&amp;b>"),
            ("<img src='http://A.example:80/it&#39;s'>", "<img src='~proxy/include/http/a.example/it&#39;s'>"),
            ("<img src=\" //a.example/i \">", "<img src=\" ~proxy/include/http/a.example/i \">"),
            (
                "<img crossorigin srcset=\"https://a.example/1,2 1x,img/a.png 2x\">",
                "<img crossorigin srcset=\"~proxy/same-origin/https/a.example/1,2 1x,img/a.png 2x\">"
            ),
            (
                "<video crossorigin=use-credentials src=https://a.example/v#t=3 poster=https://a.example/p>",
                "<video crossorigin=use-credentials src=~proxy/include/https/a.example/v#t=3 "
                    + "poster=~proxy/include/https/a.example/p>"
            ),
            (
                "<audio crossorigin=anonymous><source src=https://a.example/s></audio>",
                "<audio crossorigin=anonymous><source src=~proxy/same-origin/https/a.example/s></audio>"
            ),
            (
                "<link rel='alternate Stylesheet' href=https://a.example//b/../c.css>",
                "<link rel='alternate Stylesheet' href=~proxy/include/https/a.example//c.css>"
            ),
        ]
    )
    func brought(text: String, expected: String) throws {
        #expect(try rewrite(text) == expected)
    }

    @Test(
        "PROXY-4 Everything else stays: other elements, links, own files, what is no address, and what nobody asked for",
        arguments: [
            "<script src=https://a.example/s.js></script>", "<iframe src=https://a.example/></iframe>",
            "<a href=https://a.example/>a</a>", "<link rel=icon href=https://a.example/i>", "<img src=img/a.png>",
            "<img src=data:image/png,a>", "<img src=https://a:b@a.example/>", "<img src=https:///%zz>",
            "<base href=https://b.example/><img src=https://a.example/>", "<svg><img-x src=https://a.example/></svg>",
            "<!-- <img src=https://a.example/> -->", "<script>'<img src=https://a.example/>'</script>",
            "<img src=~proxy/include/https/a.example//b>",
        ]
    )
    func left(text: String) throws {
        #expect(try rewrite(text) == text)
        #expect(try rewrite("<img src=https://a.example/>", [.media, .styles]) == "<img src=https://a.example/>")
    }

    @Test("PROXY-4 The call script is told what the host asks for, and nothing is brought without it")
    func block() throws {
        let page = try RewrittenText("<video src=https://a.example/v>") {
            $0.proxiesCalls = true
            $0.proxiedElements = [.styles, .media]
        }
        #expect(page.text.contains("<script src=\"~calls/calls.js\" data-elements=\"media styles\"></script>"))
        let none = try RewrittenText("<video src=https://a.example/v>") { $0.proxiedElements = .media }
        #expect(none.text == "<video src=https://a.example/v>")
    }
}
