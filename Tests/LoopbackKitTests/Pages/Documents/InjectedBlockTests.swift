import LoopbackKit
import Testing

@Suite("What is added to documents") struct InjectedBlockTests {
    private static let block = "<!--loopbackkit--><script src=\"~bridge/bridge.js\"></script><!--/loopbackkit-->"

    private func prepare(_ text: String, as path: String = "index.html") throws -> RewrittenText {
        try RewrittenText(text, as: path, isWhole: false) { $0.addsBridge = true }
    }

    @Test(
        "PAGE-1 Scripts come first in every document: behind mark, type and encoding, before everything that can run or forbid",
        arguments: [
            "|", "|hello", "|<p>hello", "<!doctype html>|<p>", "<!doctype html><html>|<body>", "<html><head>|<script>",
            "<!-- a --><!doctype html>\n<html lang=en>\n<head>|\n<title>a</title><link rel=x>",
            "<head><meta charset=utf-8>|<title>a</title>",
            "<head>\n<title>a <b></title>\n<meta charset=\"utf-8\">|<script>",
            "<meta http-equiv='Content-Type' content='text/html; charset=utf-8'>|<style>", "<head></head>",
            "<!doctype html><head profile=x>|<base target=a>", "<html>|<frameset><frame>", "\u{FEFF}|<p>", "<body>",
            "<head>|<meta name=viewport><script>", "<HTML><HEAD>|</HEAD>",
            "<head>|<noscript><meta charset=utf-8></noscript>",
            "<head>|<meta http-equiv=content-security-policy content=\"script-src 'none'\"><script>", "<!--x-->",
            "<?xml version=\"1.0\"?><!doctype html><html>|", "<head>|<!-- <script> --><p>", "</p><head>",
        ]
    )
    func place(marked: String) throws {
        let places = [
            "<head></head>": "<head>|</head>", "<body>": "|<body>", "<!--x-->": "|<!--x-->",
            "</p><head>": "|</p><head>",
        ]
        let marked = places[marked] ?? marked
        let text = marked.replacing("|", with: "")
        #expect(try prepare(text).text == marked.replacing("|", with: Self.block))
    }

    @Test("PAGE-1 Where the encoding is declared behind what forbids, it is said again before the scripts")
    func laterEncoding() throws {
        let text =
            "<head><meta http-equiv=Content-Security-Policy content=\"default-src 'self'\"><meta charset=utf-8><p>"
        let page = try prepare(text)
        let block = Self.block.replacing("--><script", with: "--><meta charset=\"utf-8\"/><script")
        #expect(page.text == text.replacing("<head>", with: "<head>\(block)"))
    }

    @Test("PAGE-1 XHTML gets well-formed elements where it has an html element, and nothing elsewhere")
    func xhtml() throws {
        let head =
            "<?xml version=\"1.0\"?>\n<!DOCTYPE html [<!ENTITY a \"<b>\">]>\n<html xmlns=\"http://www.w3.org/1999/xhtml\">"
        for (text, place) in [(head + "<head><title/>", "<head>"), (head + "<head/><body/>", "xhtml\">")] {
            let page = try RewrittenText(text, as: "page.xhtml") {
                $0.addsBridge = true
                $0.styles = [PageStyle(name: "host.css", source: "")]
            }
            let block = Self.block.replacing(
                "</script><!--",
                with: "</script><link rel=\"stylesheet\" href=\"~page/host.css\"/><!--"
            )
            #expect(page.text == text.replacing(place, with: place + block))
        }
        let other = try RewrittenText("<catalog/>", as: "page.xhtml") { $0.addsBridge = true }
        #expect(other.text == "<catalog/>")
        #expect(other.result.findings.map(\.problem) == [.noPlace])
    }

    @Test("PAGE-1 Everything that is added, in its order, relative to the document")
    func everything() throws {
        let page = try RewrittenText("<head>", as: "sub/a b.html") {
            $0 = PageConfiguration()
            $0.scripts = [
                PageScript(name: "one.js", source: ""), PageScript(name: "t\"wo.js", source: "", isModule: true),
            ]
            $0.styles = [PageStyle(name: "host.css", source: "")]
        }
        #expect(
            page.text == """
                <head><!--loopbackkit--><script src="~calls/calls.js"></script>\
                <script src="~page/page.js" data-document="sub/a%20b.html"></script>\
                <script src="~bridge/bridge.js"></script><script src="~page/one.js"></script>\
                <script type="module" src="~page/t%22wo.js"></script><link rel="stylesheet" href="~page/host.css"/>\
                <script type="importmap">{"imports":{"/":"../","../":"../"}}</script><!--/loopbackkit-->
                """
        )
    }

    @Test("PAGE-1 An earlier preparation's block is replaced by the present one, wherever it stands")
    func replaced() throws {
        let old =
            "<head><!--loopbackkit--><script src=\"~page/old.js\"></script><!--/loopbackkit--><title>a</title><script>"
        #expect(try prepare(old).text == "<head>\(Self.block)<title>a</title><script>")
        #expect(try RewrittenText(old).text == "<head><title>a</title><script>")
        let twice = "<!--loopbackkit--><html><head>" + Self.block + "<p>"
        #expect(try prepare(twice).text == twice)
        let lone = "<!--loopbackkit--><p>"
        #expect(try prepare(lone).text == Self.block + lone)
    }

    @Test("PAGE-1 What only looks like the bridge library is none")
    func otherBridge() throws {
        let links = [
            "<a href=\"~bridge/bridge.js\">", "<script src=\"x~bridge/bridge.js\">",
            "<script src=\"https://a.example/~bridge/bridge.js\">",
        ]
        for link in links { #expect(try prepare("<head>\(link)").text == "<head>\(Self.block)\(link)") }
    }

    @Test("PAGE-1 PAGE-6 Where relative URLs lead from another folder than the document's, the page script is told")
    func base() throws {
        for (href, base) in [("/", ""), ("/css/deep/", "css/deep/")] {
            let page = try RewrittenText(
                "<base href=\"\(href)\">",
                as: "sub/page.html",
                files: RewrittenText.files + ["css/deep/index.html"]
            ) {
                $0.addsPageScript = true
            }
            #expect(page.text.contains("data-document=\"sub/page.html\" data-base=\"\(base)\"></script>"))
        }
    }

    @Test(
        "PAGE-1 A document that loads the bridge library by itself doesn't get it again",
        arguments: [
            "<script src=\"~bridge/bridge.js\">", "<script src='./~bridge/bridge.js?v=1'>",
            "<script src=/~bridge/bridge.js>",
        ]
    )
    func bridgeOnce(script: String) throws {
        let text = "<head>\(script)</script>"
        #expect(try prepare(text).text == text.replacing("=/~", with: "=~"))
    }
}
