import BenchmarkReport
import Foundation
import LoopbackKitHTTP
import Testing

@Suite("loopback-bench as a process", .timeLimit(.minutes(2)))
struct HarnessProcessTests {
    /// A folder of its own, in which the program makes its temporary ones.
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test("KIT-2 One command measures, writes its results, and leaves nothing behind")
    func measuring() async throws {
        try await withFolder { folder in
            let (json, svg) = (folder.appending(path: "r.json"), folder.appending(path: "r.svg"))
            let process = try ExampleProcess(
                "loopback-bench",
                [
                    "--scenario", "http-file-1k,churn", "--rounds", "1", "--seconds", "0.5", "--json", json.path,
                    "--svg",
                    svg.path,
                ]
            )
            var lines: [String] = []
            for await line in process.lines { lines.append(line) }
            #expect(process.exitCode == 0, "\(lines)")
            #expect(lines.contains { $0.hasPrefix("http-file-1k  round 1") })
            let text = try String(contentsOf: json, encoding: .utf8)
            let results = try BenchmarkResults(json: JSON(text: text))
            #expect(Set(results.results.map(\.scenario)) == ["http-file-1k", "churn"])
            #expect(results.results.allSatisfy { $0.ours ?? 0 > 0 })
            #expect(!results.machine.isEmpty && results.rounds == 1)
            #expect(try String(contentsOf: svg, encoding: .utf8).hasPrefix("<svg"))
        }
    }

    @Test("KIT-2 Without nginx there are figures without a ratio, and it is said loudly")
    func withoutPeer() async throws {
        let process = try ExampleProcess(
            "loopback-bench",
            ["--scenario", "churn,cold-start", "--rounds", "1", "--seconds", "0.5", "--nginx", "/nowhere/nginx"]
        )
        var lines: [String] = []
        for await line in process.lines { lines.append(line) }
        #expect(process.exitCode == 0)
        #expect(lines.contains { $0.contains("NGINX IS NOT THERE") })
        #expect(!lines.contains { $0.contains("Fatal") })
    }

    @Test("KIT-2 Wrong answers are told, and the exit code is 1")
    func wrongAnswers() async throws {
        try await withFolder { folder in
            try await withServer(handler: ClosureHandler(synchronous: { _ in HTTPResponse(text: "Hi") })) { port in
                // Stands in for the process of the servers, and names this test's server.
                let subject = folder.appending(path: "subject")
                let script = "#!/bin/sh\necho ready \(port) http://127.0.0.1:\(port)/\nexec cat >&2\n"
                try Data(script.utf8).write(to: subject)
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: subject.path)
                let process = try ExampleProcess(
                    "loopback-bench",
                    [
                        "--scenario", "churn", "--rounds", "1", "--seconds", "0.5", "--nginx", "/nowhere/nginx",
                        "--subject", subject.path,
                    ]
                )
                var lines: [String] = []
                for await line in process.lines { lines.append(line) }
                #expect(process.exitCode == 1, "\(lines)")
                #expect(
                    lines.contains { $0.contains("answers had another length") && $0.contains("(2 instead of 12)") },
                    "\(lines)"
                )
            }
        }
    }

    // Where there is no nginx there are no ratios to be checked.
    @Test(
        "KIT-2 A ratio below the baseline's is an exit code of 1 with the figure, and else it is 0",
        .enabled(if: ["/usr/sbin/nginx", "/usr/bin/nginx"].contains(where: FileManager.default.isExecutableFile)),
        arguments: [(0.0001, CInt(0), "kept "), (1_000_000, 1, "MISSED")]
    )
    func checking(ratio: Double, code: CInt, word: String) async throws {
        try await withFolder { folder in
            var baseline = BenchmarkResults(machine: "", rounds: 1)
            var row = BenchmarkResult(scenario: "cold-start", metric: "seconds_to_first_answer")
            (row.peer, row.ratio) = ("nginx", ratio)
            baseline.results = [row]
            let path = folder.appending(path: "baseline.json")
            try Data(baseline.json.text.utf8).write(to: path)
            let process = try ExampleProcess(
                "loopback-bench",
                ["--scenario", "cold-start", "--rounds", "1", "--check", path.path]
            )
            var lines: [String] = []
            for await line in process.lines { lines.append(line) }
            #expect(process.exitCode == code, "\(lines)")
            // A start that takes too long on a busy machine is not compared, and fails the check, too.
            let words = code == 0 ? [word] : [word, "not compared"]
            let told = lines.contains { line in
                words.contains { line.hasPrefix($0) }
                    && line.contains("cold-start seconds_to_first_answer against nginx")
            }
            #expect(told, "\(lines)")
        }
    }

    @Test("KIT-2 The keeper ends its program and removes its folder when its input ends")
    func keeper() async throws {
        try await withFolder { folder in
            let kept = folder.appending(path: "kept")
            try FileManager.default.createDirectory(at: kept.appending(path: "a/b"), withIntermediateDirectories: true)
            try Data("x".utf8).write(to: kept.appending(path: "a/b/file"))
            let outside = folder.appending(path: "outside")
            try Data("y".utf8).write(to: outside)
            try FileManager.default.createSymbolicLink(at: kept.appending(path: "link"), withDestinationURL: folder)
            let arguments = ["keep", kept.path, "/bin/sleep", "600"]
            let process = try ExampleProcess("loopback-bench", arguments, input: .nullDevice)
            // The output ends when nobody holds it any more, the kept program included.
            for await _ in process.lines {}
            #expect(process.exitCode == 0)
            #expect(!FileManager.default.fileExists(atPath: kept.path))
            #expect(FileManager.default.fileExists(atPath: outside.path))
        }
    }
}
