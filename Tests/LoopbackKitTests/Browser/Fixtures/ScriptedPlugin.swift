import LoopbackKit

/// A plugin whose documents load the page script, as preparation would leave it.
enum ScriptedPlugin {
    /// What stands first in a document's head: the page script, then the bridge library.
    static func head(_ document: String) -> String {
        let names = document.split(separator: "/").map {
            String(decoding: PathSegment.encode(Array($0.utf8)), as: UTF8.self)
        }
        return """
            <meta charset=utf-8><script src="\(ReservedMarker.pageScript)" data-document="\(names.joined(separator: "/"))"></script>
            <script src="\(ReservedMarker.bridgeScript)"></script>
            """
    }

    /// A document with such a head, and a title by which tests know it.
    static func page(_ document: String, _ body: String = "") -> String {
        "<!doctype html><html><head>\(head(document))<title>\(document)</title></head><body>\(body)</body></html>"
    }

    /// Serves files for the length of the closure; `index.html` is an empty page unless it is among them.
    @discardableResult
    static func serve<Value>(
        _ files: [String: String],
        _ configure: (inout LoopbackConfiguration) -> Void = { _ in },
        _ body: (ServedPlugin) async throws -> Value
    ) async throws -> Value {
        let files = files.merging(["index.html": page("index.html")]) { given, _ in given }
        return try await withPlugin([:], configure) { plugin in
            var folders: Set<String> = []
            for name in [ReservedMarker.pageFolder + "/page.js"] + files.keys {
                var folder = ""
                for part in name.split(separator: "/").dropLast() {
                    folder += folder.isEmpty ? part : "/\(part)"
                    if folders.insert(folder).inserted { try plugin.folder.folder(folder) }
                }
            }
            for (name, content) in files { try plugin.folder.write(name, content) }
            try plugin.folder.write(
                ReservedMarker.pageFolder + "/page.js",
                PageScripts.page(names: files.keys.sorted())
            )
            return try await body(plugin)
        }
    }
}

extension ServedPlugin {
    /// The address's path, which ends with a slash.
    var path: String { String(url.dropFirst(origin.count)) }
}
