import LoopbackKit
import Testing

@Suite("RelativePath") struct RelativePathTests {
    @Test(
        "PAGE-2 A relative URL leads from any folder to any file",
        arguments: [
            ("a.png", "", "a.png"), ("img/a.png", "", "img/a.png"), ("a.png", "sub", "../a.png"),
            ("sub/a.png", "sub", "a.png"), ("a/b/c.png", "a/d/e", "../../b/c.png"), ("a/b/c.png", "a/b", "c.png"),
            ("sub", "sub", "../sub"), ("a b/\u{E4}(1),'\"&<>.png", "", "a%20b/%C3%A4%281%29%2C%27%22%26%3C%3E.png"),
            ("a:b.html", "", "a%3Ab.html"), ("100%.html", "", "100%25.html"), ("a\\b", "", "a%5Cb"),
        ]
    )
    func file(path: String, folder: String, url: String) {
        #expect(write(path, isFolder: false, folder) == url)
    }

    @Test(
        "PAGE-2 A folder's URL ends in a slash and is never empty",
        arguments: [("", "", "./"), ("", "a/b", "../../"), ("a", "", "a/"), ("a", "a", "./"), ("a/b", "a/c", "../b/")]
    )
    func folder(path: String, folder: String, url: String) {
        #expect(write(path, isFolder: true, folder) == url)
    }

    @Test(
        "PAGE-2 A module specifier begins with a dot",
        arguments: [("a.js", "", "./a.js"), ("a.js", "x", "../a.js"), ("x/a.js", "x", "./a.js")]
    )
    func specifier(path: String, folder: String, url: String) {
        #expect(write(path, isFolder: false, folder, isSpecifier: true) == url)
    }

    private func write(_ path: String, isFolder: Bool, _ folder: String, isSpecifier: Bool = false) -> String {
        let url = RelativePath.write(
            to: Array(path.utf8),
            isFolder: isFolder,
            from: Array(folder.utf8),
            isSpecifier: isSpecifier
        )
        return String(decoding: url, as: UTF8.self)
    }
}
