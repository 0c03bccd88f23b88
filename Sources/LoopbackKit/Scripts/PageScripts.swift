/// The library's own scripts that run in pages, as they are served.
///
/// They are files beside this one, and part of the binary: `PackageResources` is what the package manager makes of them.
package enum PageScripts {
    /// The page script with the list of a folder's files, to be served as `~page/page.js`.
    ///
    /// A document loads it before all other scripts, and says its own place as a URL that is relative to the folder:
    ///
    /// ```html
    /// <script src="~page/page.js" data-document="sub/page%202.html"></script>
    /// ```
    ///
    /// At another address, which the document answers as the fallback for those without a file, the script inserts a base
    /// element as the first in the head, so that references are relative to the document's own place.
    ///
    /// Without `data-document` no base element is ever inserted: for documents with an absolute one of their own.
    ///
    /// - Parameters:
    ///   - names: the files that pages may ask for, relative to the folder, with `/` between names and none at either
    ///     end. URLs are compared with them byte by byte.
    ///   - indexDocuments: the names of documents that a folder's address answers.
    ///   - bases: the prefixes of URLs that stand for the folder, or for one in it; each ends in a slash. A prefix comes
    ///     before those that it begins with.
    /// - Returns: the script, in ASCII; the same for the same lists.
    package static func page(
        names: [String],
        indexDocuments: [String] = ["index.html"],
        bases: [Base] = [Base(prefix: "/", folder: "")]
    ) -> [UInt8] {
        var script = compose(PackageResources.page_js, "/*names*/", literals(names))
        script = compose(script, "/*indexDocuments*/", literals(indexDocuments))
        let pairs = bases.map { [UInt8(ascii: "[")] + literals([$0.prefix, $0.folder]) + [UInt8(ascii: "]")] }
        return compose(script, "/*bases*/", Array(pairs.joined(separator: [UInt8(ascii: ",")])))
    }

    /// A prefix of URLs, and what it stands for.
    package struct Base: Hashable, Sendable {
        /// The prefix.
        package let prefix: String
        /// The folder, percent-encoded and with a slash at its end; empty for the whole.
        package let folder: String

        package init(prefix: String, folder: String) {
            self.prefix = prefix
            self.folder = folder
        }
    }

    /// The bridge library, served as `~bridge/bridge.js`.
    package static var bridge: [UInt8] { PackageResources.bridge_js }

    /// The call script, served as `~calls/calls.js`: it lets a page's calls to other sites go through the proxy.
    ///
    /// Its parts are one function's body. Comment lines and indents stay in the sources: each of a page's workers loads
    /// it too. No part has a template literal that spans lines.
    package static let calls: [UInt8] = {
        let parts = [
            PackageResources.kit_js, PackageResources.place_js, PackageResources.policy_js,
            PackageResources.failures_js,
            PackageResources.answers_js, PackageResources.fetch_js, PackageResources.xml_http_request_js,
            PackageResources.beacon_js, PackageResources.web_socket_js, PackageResources.event_source_js,
            PackageResources.workers_js, PackageResources.elements_js, PackageResources.launches_js,
            PackageResources.start_js,
        ]
        let lines = parts.joined().split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == UInt8(ascii: " ") } }
        let code = lines.filter { !$0.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) }
        return Array("(() => {\n\"use strict\";\n".utf8) + code.joined(separator: [UInt8(ascii: "\n")])
            + Array("\n})();\n".utf8)
    }()

    /// The module that tells a worker made of a Blob its scope, served as `~calls/root.js`: such a worker's address tells
    /// none, and it imports this one before the call script.
    package static let root = Array(
        "globalThis[Symbol.for(\"loopbackkit.root\")]??=import.meta.url.replace(/~calls\\/root\\.js$/,\"\");\n".utf8
    )

    /// Puts text in the place of a comment.
    private static func compose(_ script: [UInt8], _ comment: String, _ text: [UInt8]) -> [UInt8] {
        guard let place = script.lastRange(of: Array(comment.utf8)) else { return script }
        return script[..<place.lowerBound] + text + script[place.upperBound...]
    }

    private static func literals(_ strings: [String]) -> [UInt8] {
        var text: [UInt8] = []
        for (index, string) in strings.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text.appendLiteral(string)
        }
        return text
    }
}

extension [UInt8] {
    /// Where other bytes stand for the last time.
    fileprivate func lastRange(of other: [UInt8]) -> Range<Int>? {
        guard count >= other.count else { return nil }
        for start in (0...count - other.count).reversed() where self[start..<start + other.count].elementsEqual(other) {
            return start..<start + other.count
        }
        return nil
    }

    /// Adds a JavaScript string literal in ASCII.
    fileprivate mutating func appendLiteral(_ string: String) {
        append(UInt8(ascii: "\""))
        for unit in string.utf16 {
            switch unit {
            case 0x22, 0x5C: append(contentsOf: [0x5C, UInt8(truncatingIfNeeded: unit)])
            case 0x20...0x7E: append(UInt8(truncatingIfNeeded: unit))
            default:
                let digits = String(unit, radix: 16)
                append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
            }
        }
        append(UInt8(ascii: "\""))
    }
}
