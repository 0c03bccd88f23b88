import Testing
import loopback_bench

@Suite("loopback-bench's options")
struct HarnessOptionsTests {
    private func options(_ arguments: String...) throws -> HarnessOptions {
        guard case .run(let options) = try HarnessCommand(arguments: arguments) else { throw UsageError("not run") }
        return options
    }

    @Test("KIT-2 Without arguments everything is measured, five times")
    func defaults() throws {
        let options = try options()
        #expect(options == HarnessOptions())
        #expect(options.scenarios.isEmpty && options.rounds == 5 && options.loops == 1 && !options.isQuick)
    }

    @Test("KIT-2 Every option is read, with a space or with =")
    func everything() throws {
        var expected = HarnessOptions()
        expected.scenarios = ["small-1", "file-1k", "idle-10k"]
        expected.rounds = 7
        expected.seconds = 1.5
        expected.loops = 2
        expected.isQuick = true
        expected.includesCounts = true
        expected.markdown = true
        expected.json = "a.json"
        expected.svg = "a=b.svg"
        expected.baseline = "base.json"
        expected.tolerance = 0.2
        expected.subject = "x"
        expected.staticSubject = "y"
        expected.nginx = "z"
        expected.document = "d.md"
        let read = try options(
            "--scenario",
            "small-1,file-1k",
            "--scenario=idle-10k",
            "--rounds=7",
            "--seconds",
            "1.5",
            "--loops=2",
            "--quick",
            "--markdown",
            "--counts",
            "--json",
            "a.json",
            "--svg=a=b.svg",
            "--check",
            "base.json",
            "--tolerance=0.2",
            "--subject=x",
            "--static-subject",
            "y",
            "--nginx=z",
            "--document=d.md"
        )
        #expect(read == expected)
    }

    @Test("KIT-2 Help, the list and the check of the generator are commands of their own")
    func commands() throws {
        #expect(try HarnessCommand(arguments: ["--help", "--nonsense"]) == .help)
        #expect(try HarnessCommand(arguments: ["--list"]) == .list)
        var expected = HarnessOptions()
        expected.rounds = 2
        #expect(try HarnessCommand(arguments: ["--rounds=2", "--against-wrk"]) == .againstWrk(expected))
    }

    @Test(
        "KIT-2 A command line that makes no sense is refused by the word that is wrong in it",
        arguments: [
            (["--scenario", "small-65"], "small-65"), (["--scenario", "small-1,"], "scenario"),
            (["--rounds", "0"], "--rounds"),
            (["--rounds=+5"], "+5"), (["--rounds"], "--rounds"), (["--seconds=nan"], "nan"), (["--seconds=-1"], "-1"),
            (["--json="], "--json"), (["--quick=yes"], "--quick"), (["extra"], "extra"),
            (["--tolerance=2"], "--tolerance"),
            ([""], "empty"),
        ]
    )
    func refused(arguments: [String], word: String) {
        #expect { try HarnessCommand(arguments: arguments) } throws: { error in
            (error as? UsageError)?.message.contains(word) == true
        }
    }

    @Test("KIT-2 The help text names every option, and the list every scenario once")
    func help() {
        for option in [
            "--scenario", "--rounds", "--seconds", "--quick", "--loops", "--json", "--svg", "--markdown", "--counts",
            "--check",
            "--tolerance", "--subject", "--static-subject", "--nginx", "--document", "--against-wrk", "--list",
            "--help",
        ] { #expect(HelpText.text.contains("  \(option) ")) }
        let names = HelpText.list.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names == Scenario.all.map(\.name))
        #expect(Set(names).count == names.count)
        let promised = [
            "small-1", "small-64", "small-256", "pipelined-16", "file-1k", "file-100k", "file-10m", "range-2b",
            "upload-1m",
            "async-64", "churn", "proxy-small", "proxy-10m", "proxy-tls-10m", "proxy-memory", "idle-10k", "cold-start",
            "parse-head",
        ]
        #expect(Set(promised).isSubset(of: names))
    }
}
