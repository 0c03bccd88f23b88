import LoopbackKit
import LoopbackKitHTTP
import Testing

/// What workers are made of: files with the call script in front.
@Suite("WorkerScript")
struct WorkerScriptTests {
    private static let classic = "'use strict'; // é\nonmessage = () => {};\n"
    private static let module = "import './a.js';\nexport {};\n"

    private static func fixture() throws -> FolderFixture {
        let fixture = try FolderFixture()
        try fixture.write("classic.js", classic)
        try fixture.write("module.mjs", module)
        try fixture.write("empty.js", "// nothing\n")
        try fixture.write("data.json", "{}")
        try fixture.write("latin.js", Array("a = '".utf8) + [0xE9] + Array("'".utf8))
        try fixture.write("large.js", Array("export {};".utf8) + [UInt8](repeating: 0x20, count: 64 * 1024))
        return fixture
    }

    private static func fields(_ destination: String = "worker", _ others: HTTPFields = [:]) -> HTTPFields {
        var fields: HTTPFields = [.secFetchDest: destination]
        for field in others { fields.append(field.name, field.value) }
        return fields
    }

    @Test(
        "PROXY-1 What a worker is made of loads the call script in the line where its code begins",
        arguments: ["worker", "sharedworker", "serviceworker"]
    )
    func added(destination: String) throws {
        let assets = try Self.fixture().assets()
        let classic = assets.get("/classic.js", Self.fields(destination)).text
        #expect(classic.hasPrefix("'use strict';;globalThis[Symbol.for(\"loopbackkit.calls\")]||"))
        #expect(classic.hasSuffix("(\"/mount/at/~calls/calls.js\"); // é\nonmessage = () => {};\n"))
        #expect(classic.split(separator: "\n").count == 2)
        #expect(classic.contains("importScripts") && classic.contains("XMLHttpRequest"))
        let module = assets.get("/module.mjs", Self.fields(destination)).text
        #expect(module == ";import \"/mount/at/~calls/calls.js\";import './a.js';\nexport {};\n")
    }

    @Test(
        "PROXY-1 What is no worker's script is the file as it is",
        arguments: [
            ("/classic.js", "script"), ("/classic.js", "empty"), ("/classic.js", "Worker"),
            ("/classic.js", "audioworklet"),
            ("/empty.js", "worker"), ("/data.json", "worker"), ("/none.js", "worker"),
        ]
    )
    func plain(path: String, destination: String) throws {
        let assets = try Self.fixture().assets()
        let (seen, expected) = (assets.get(path, Self.fields(destination)), assets.get(path))
        #expect(seen.status == expected.status && seen.text == expected.text)
        #expect(seen.fields[.contentType] == expected.fields[.contentType])
    }

    @Test("PROXY-1 Scripts of a folder vary by their use, other files don't, and both have the same other fields")
    func varying() throws {
        let fixture = try Self.fixture()
        let assets = try fixture.assets()
        for fields in [[:], Self.fields()] {
            #expect(assets.get("/classic.js", fields).fields[.vary] == "Sec-Fetch-Dest")
            #expect(assets.get("/data.json", fields).fields[.vary] == nil)
        }
        let (worker, script) = (assets.get("/classic.js", Self.fields()), assets.get("/classic.js"))
        for name: HTTPFieldName in [.contentType, .cacheControl, .xContentTypeOptions, .crossOriginResourcePolicy] {
            #expect(worker.fields[name] == script.fields[name] && worker.fields[name] != nil)
        }
        let off = try fixture.assets { $0.callsFromWorkers = false }
        #expect(off.get("/classic.js", Self.fields()).text == Self.classic)
        #expect(off.get("/classic.js").fields[.vary] == nil)
    }

    @Test("PROXY-1 A worker's script has a tag of its own, which changes with the file and is checked as any other")
    func conditions() throws {
        let fixture = try Self.fixture()
        let assets = try fixture.assets()
        let script = try #require(assets.get("/classic.js").fields[.eTag])
        let whole = assets.get("/classic.js", Self.fields())
        let tag = try #require(whole.fields[.eTag])
        #expect(tag != script && EntityTag(parsing: tag)?.isWeak == false)
        #expect(whole.fields[.lastModified] == nil && whole.fields[.acceptRanges] == nil)
        let same = assets.get("/classic.js", Self.fields("worker", [.ifNoneMatch: tag]))
        #expect(same.status == .notModified && same.fields[.eTag] == tag && same.fields[.vary] == "Sec-Fetch-Dest")
        #expect(same.content.isEmpty && same.fields[.contentType] == nil)
        #expect(assets.get("/classic.js", Self.fields("worker", [.ifNoneMatch: script])).status == .ok)
        #expect(assets.get("/classic.js", [.ifNoneMatch: tag]).status == .ok)
        let dated: HTTPFields = [.ifModifiedSince: "Fri, 01 Jan 2100 00:00:00 GMT"]
        #expect(assets.get("/classic.js", Self.fields("worker", dated)).status == .ok)
        let failed = assets.get("/classic.js", Self.fields("worker", [.ifMatch: script]))
        #expect(failed.status == .preconditionFailed && failed.fields[.cacheControl] == "no-store")
        #expect(failed.content.isEmpty && failed.fields[.eTag] == nil)
        try fixture.write("classic.js", Self.classic + "1")
        let changed = assets.get("/classic.js", Self.fields("worker", [.ifNoneMatch: tag]))
        #expect(changed.status == .ok && changed.fields[.eTag] != tag && changed.text.hasSuffix("1"))
    }

    @Test("PROXY-1 A worker's script is whole, whatever range is asked for, and HEAD tells its length")
    func wholes() throws {
        let assets = try Self.fixture().assets()
        let whole = assets.get("/classic.js", Self.fields())
        let range = assets.get("/classic.js", Self.fields("worker", [.range: "bytes=0-3"]))
        #expect(range.status == .ok && range.text == whole.text)
        let head = assets.get("/classic.js", method: .head, Self.fields())
        #expect(head.status == .ok && head.body.length == whole.body.length)
        #expect(assets.get("/classic.js", method: .post, Self.fields()).status == .methodNotAllowed)
    }

    @Test("PROXY-1 Large scripts are sent from their file, those above the limit as they are, and no byte is changed")
    func sizes() throws {
        let fixture = try Self.fixture()
        let assets = try fixture.assets()
        let large = assets.get("/large.js", Self.fields())
        #expect(large.text.hasPrefix(";import \"/mount/at/~calls/calls.js\";export {};  "))
        #expect(large.body.length == large.content.count && large.content.count > 64 * 1024)
        let latin = assets.get("/latin.js", Self.fields())
        #expect(latin.content.suffix(7).elementsEqual(Array("a = '".utf8) + [0xE9, 0x27]))
        #expect(latin.fields[.contentType] == "text/javascript")
        try fixture.write("huge.js", Array("export {};".utf8) + [UInt8](repeating: 0x20, count: 10 * 1024 * 1024 - 9))
        #expect(assets.get("/huge.js", Self.fields()).text.hasPrefix("export {};"))
    }

    @Test("PROXY-1 The call script's address is the scope's, in characters that a string may have")
    func addresses() throws {
        let fixture = try Self.fixture()
        try fixture.folder("deep")
        try fixture.write("deep/a.js", "export {}")
        let assets = try fixture.assets()
        let deep = ";import \"/mount/at/~calls/calls.js\";export {}"
        #expect(assets.get("/deep/a.js", Self.fields()).text == deep)
        #expect(assets.get("/x/~root/deep/a.js", Self.fields()).text.hasSuffix("/~calls/calls.js\";export {}"))
        let target = HTTPRequest.target(bytes: Array("/a\"b\\c é/deep/a.js".utf8), query: [])
        let request = HTTPRequest(method: .get, target: target, fields: Self.fields())
        let answer = assets.respond(request, Array("/deep/a.js".utf8))
        #expect(answer.text == ";import \"/a%22b%5cc%20%c3%a9/~calls/calls.js\";export {}")
        // Nothing traps where the path is longer than the target.
        let short = HTTPRequest(method: .get, target: HTTPRequest.target(bytes: [47], query: []), fields: Self.fields())
        #expect(assets.respond(short, Array("/deep/a.js".utf8)).text == ";import \"/~calls/calls.js\";export {}")
    }

    @Test("PROXY-1 A server without a proxy leaves workers' scripts as they are", arguments: [true, false])
    func server(hasProxy: Bool) async throws {
        let files = ["a.js": "export {}"]
        try await withPlugin(files) { configuration in
            if !hasProxy { configuration.proxy = nil }
        } _: { plugin in
            let port = try #require(plugin.origin.split(separator: ":").last.flatMap { UInt16($0) })
            let path = plugin.path
            let answer = try await onThread {
                try RawClient.get("\(path)a.js", port: port, fields: "Sec-Fetch-Dest: worker\r\n")
            }
            #expect(answer.contains("~calls/calls.js") == hasProxy)
            #expect(answer.contains("Vary: Sec-Fetch-Dest") == hasProxy)
        }
    }
}
