import Dispatch
import Foundation
import LoopbackKitHTTP
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

@Suite("Containment")
struct FolderContainmentTests {
    /// A folder with a canary beside it and in a sibling whose name begins with the folder's.
    static func fixture() throws -> FolderFixture {
        let fixture = try FolderFixture()
        try fixture.write("index.html", "<p>home")
        try fixture.folder("sub")
        try fixture.write("sub/a.txt", "inside")
        try fixture.write("canary.txt", FolderFixture.canary, in: fixture.base)
        try fixture.folder("rootsibling", in: fixture.base)
        try fixture.write("canary.txt", FolderFixture.canary, in: fixture.base + "/rootsibling")
        return fixture
    }

    /// Ways to write `..`.
    static let climbs = [
        "..", "%2e%2e", "%2E%2E", ".%2e", "%2e.", "%252e%252e", "%25252e%25252e", "%c0%ae%c0%ae", "%e0%80%ae%e0%80%ae",
        "..%00", "..;", "...", "..%20", "..%0a", "%u002e%u002e", "．．", "%ef%bc%8e%ef%bc%8e", "..%2e", "%2e%2e%2e",
    ]
    /// Ways to write `/`.
    static let separators = [
        "/", "//", "/./", "%2f", "%2F", "%252f", "\\", "%5c", "%5C", "%255c", "%c0%af", "%e0%80%af", "%ef%bc%8f",
        "/%2e/", "%2f%2f", "%00/", "/%00/", "%u2215",
    ]
    /// Where the climb begins.
    static let positions = ["/", "//", "/sub/", "/sub/../", "/sub/%2e%2e/", "/./", "/nothing/", "/index.html/", ""]
    /// What lies there.
    static let targets = ["canary.txt", "rootsibling/canary.txt", "rootsibling%2fcanary.txt", "canary.txt%00.html"]

    /// The product of encodings, positions and separators; a climb is written as often as the position is deep.
    static let hostilePaths: [String] = {
        var paths: [String] = []
        for climb in climbs {
            for separator in separators {
                for position in positions {
                    for target in targets {
                        for count in 1...3 {
                            let steps = Array(repeating: climb + separator, count: count).joined()
                            paths.append(position + steps + target)
                        }
                    }
                }
            }
        }
        paths += ["/proc/self/root/etc/passwd", "//etc/passwd", "/%2fetc/passwd", "/file:%2f%2f%2fetc/passwd"]
        return paths
    }()

    @Test("FILE-2 No hostile path reaches a byte outside the folder", arguments: [.checked, .asked] as [Containment])
    func hostile(containment: Containment) throws {
        let fixture = try Self.fixture()
        let files = try fixture.files(containment: containment)
        #expect(Self.hostilePaths.count > 10_000)
        for path in Self.hostilePaths {
            let response = files.get(path)
            if response.text.contains("CANARY") { Issue.record("\(path) reached the canary") }
            // What is not refused resolves inside: an empty name or a climb that the path itself had gone down.
            if ![200, 307, 403, 404].contains(response.status.code) { Issue.record("\(path): \(response.status)") }
            if response.status == .ok, !["<p>home", "inside"].contains(response.text) { Issue.record("\(path)") }
        }
    }

    @Test("FILE-2 Without the check at least 20 of the same paths reach it")
    func unchecked() throws {
        let fixture = try Self.fixture()
        let files = try fixture.files(containment: .unchecked)
        let reached = Self.hostilePaths.count { files.get($0).text.contains("CANARY") }
        #expect(reached >= 20)
    }

    /// 11ty dev-server PR 154.
    @Test("FILE-2 A sibling whose name begins with the folder's is outside")
    func sibling() throws {
        let fixture = try Self.fixture()
        try fixture.link("relative", to: "../rootsibling/canary.txt")
        try fixture.link("absolute", to: fixture.base + "/rootsibling/canary.txt")
        let files = try fixture.files()
        for path in ["/../rootsibling/canary.txt", "/relative", "/absolute"] {
            #expect(files.get(path).status == .forbidden, "\(path)")
        }
    }

    /// tauri PR 3774.
    @Test(
        "FILE-2 Links are followed inside the folder and refused outside",
        arguments: [.checked, .asked] as [Containment]
    )
    func links(containment: Containment) throws {
        let fixture = try Self.fixture()
        for (name, target, status, text) in [
            ("in", "sub/a.txt", 200, "inside"),
            ("in-folder", "sub", 307, ""),
            ("in-absolute", fixture.root + "/sub/a.txt", 200, "inside"),
            ("in-absolute-folder", fixture.root + "/sub", 307, ""),
            ("in-and-back", "../root/sub/a.txt", 200, "inside"),
            ("sub/up", "../index.html", 200, "<p>home"),
            ("chain", "in-absolute", 200, "inside"),
            ("out", "../canary.txt", 403, ""),
            ("out-absolute", fixture.base + "/canary.txt", 403, ""),
            ("out-folder", "..", 403, ""),
            ("out-chain", "out", 403, ""),
            ("sub/out", "../../canary.txt", 403, ""),
            ("system", "/etc/passwd", 403, ""),
            ("magic", "/proc/self/cwd", 403, ""),
            ("device", "/dev/zero", 403, ""),
            ("loop", "loop", 404, ""),
            ("dangling", "nothing", 404, ""),
        ] {
            try fixture.link(name, to: target)
            let response = try fixture.files(containment: containment).get("/" + name)
            #expect(response.status.code == status, "\(name)")
            if status == 200 { #expect(response.text == text, "\(name)") }
        }
        let files = try fixture.files(containment: containment)
        #expect(files.get("/in-absolute-folder/a.txt").text == "inside")
        #expect(files.get("/in-folder/a.txt").text == "inside")
        #expect(files.get("/out-folder/canary.txt").status == .forbidden)
        #expect(files.get("/out-folder/root/sub/a.txt").text == "inside")
    }

    @Test(
        "FILE-2 A link swapped between check and open never gives a byte from outside",
        arguments: [.checked, .asked] as [Containment]
    )
    func swapped(containment: Containment) throws {
        let fixture = try Self.fixture()
        try fixture.write("kept.txt", "inside")
        try fixture.link("link", to: "kept.txt")
        try fixture.link("folder", to: "sub")
        let swapper = LinkSwapper(fixture)
        swapper.start()
        defer { swapper.stop() }
        let files = try fixture.files(containment: containment)
        var counts: [Int: Int] = [:]
        var requests = 0
        // At least 10,000, and until both ways of the links were met, so that the race was on.
        while requests < 10_000 || (counts.count < 2 && requests < 1_000_000) {
            requests += 1
            let response = files.get(requests % 2 == 0 ? "/link" : "/folder/canary.txt")
            if response.text.contains("CANARY") { Issue.record("the canary was reached") }
            counts[response.status.code, default: 0] += 1
        }
        #expect(counts.keys.contains(403))
        #expect(counts[200, default: 0] + counts[404, default: 0] > 0)
    }

    @Test(
        "FILE-2 A FIFO is not served, and never blocks",
        arguments: [.checked, .asked] as [Containment]
    )
    func specialFiles(containment: Containment) throws {
        let fixture = try Self.fixture()
        try fixture.fifo("fifo.txt")
        try fixture.folder("index")
        try fixture.fifo("index/index.html")
        try fixture.link("to-fifo", to: "fifo.txt")
        try fixture.link("to-fifo-absolute", to: fixture.root + "/fifo.txt")
        let files = try fixture.files(containment: containment)
        for path in ["/fifo.txt", "/index/", "/to-fifo", "/to-fifo-absolute"] {
            #expect(files.get(path).status == .notFound, "\(path)")
        }
    }

    @Test(
        "FILE-1 When descriptors run out the answer is a 503, not a 404",
        arguments: [
            (EMFILE, .exhausted), (ENFILE, .exhausted), (ENOMEM, .exhausted), (ENOENT, .notFound), (ELOOP, .notFound),
            (ENOTDIR, .notFound), (ENAMETOOLONG, .notFound), (EACCES, .forbidden), (EIO, .failed),
        ] as [(CInt, FolderRoot.Failure)]
    )
    func systemErrors(number: CInt, failure: FolderRoot.Failure) {
        #expect(FolderRoot.Failure(SystemError(number)) == failure)
    }

    @Test("FILE-2 An unreadable file is forbidden", .enabled(if: geteuid() != 0, "the superuser can read everything"))
    func unreadable() throws {
        let fixture = try Self.fixture()
        try fixture.allow(0, "sub/a.txt")
        let files = try fixture.files()
        #expect(files.get("/sub/a.txt").status == .forbidden)
        try fixture.allow(0, "sub")
        #expect(files.get("/sub/a.txt").status == .forbidden)
        try fixture.allow(0o755, "sub")
    }
}

/// A thread that points two links inside and outside by turns, in one step each.
final class LinkSwapper: Sendable {
    private let fixture: FolderFixture
    private let stopped = Flag()
    private let ended = DispatchSemaphore(value: 0)

    init(_ fixture: FolderFixture) { self.fixture = fixture }

    func start() {
        Thread.detachNewThread { [self] in
            var outside = true
            while !stopped.isRaised {
                try? fixture.link("new", to: outside ? "../canary.txt" : "kept.txt")
                try? fixture.move("root/new", to: "root/link")
                try? fixture.link("new", to: outside ? "../rootsibling" : "sub")
                try? fixture.move("root/new", to: "root/folder")
                outside.toggle()
            }
            ended.signal()
        }
    }

    func stop() {
        stopped.raise()
        ended.wait()
    }
}
