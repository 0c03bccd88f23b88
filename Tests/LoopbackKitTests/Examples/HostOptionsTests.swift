import LoopbackKit
import Testing
import plugin_host

@Suite("plugin-host's options")
struct HostOptionsTests {
    private func options(_ arguments: String...) throws -> HostOptions {
        guard case .serve(let options) = try HostCommand(arguments: arguments) else { throw UsageError("help") }
        return options
    }

    @Test("KIT-1 Without arguments the sample plugin is served with the defaults")
    func defaults() throws {
        let options = try options()
        #expect(options == HostOptions())
        #expect(options.folders.isEmpty && options.kind == "plugins" && options.detail == .normal && !options.json)
    }

    @Test("KIT-1 Every option is read, before or after the folders, with a space or with =")
    func everything() throws {
        var expected = HostOptions()
        expected.folders = ["a", "b/c"]
        expected.ids = ["one", "two=2"]
        expected.kind = "widgets"
        expected.applicationIdentifier = "com.example.app"
        expected.port = 65535
        expected.fallback = "index.html"
        expected.preparation = .inPlace
        expected.legacyBases = [LegacyBase("app://x/?a=1"), LegacyBase("/", folder: "www/app")]
        expected.proxy.allowedUpstreams = [try AllowedUpstream("localhost:81"), try AllowedUpstream("[::1]:82")]
        expected.proxy.cookieFile = "jar"
        expected.proxy.cookieRule = .unlessOmitted
        expected.json = true
        expected.detail = .verbose
        let read = try options(
            "--kind",
            "widgets",
            "a",
            "--id=one",
            "--app-id",
            "com.example.app",
            "--port=65535",
            "b/c",
            "--id",
            "two=2",
            "--fallback",
            "index.html",
            "--legacy-base",
            "app://x/?a=1=",
            "--in-place",
            "--legacy-base=/=/www/app/",
            "--allow-upstream",
            "localhost:81",
            "--cookies=jar",
            "--cookies-unless-omitted",
            "--allow-upstream=[::1]:82",
            "--json",
            "-v"
        )
        #expect(read == expected)
    }

    @Test("KIT-1 After -- everything is a folder, and a single dash is one anywhere")
    func endOfOptions() throws {
        #expect(try options("-q", "--", "--json", "-v").folders == ["--json", "-v"])
        #expect(try options("-").folders == ["-"])
    }

    @Test("KIT-1 --help wins over what follows it", arguments: [["--help"], ["-h", "--nonsense"], ["a", "--help"]])
    func help(arguments: [String]) throws {
        #expect(try HostCommand(arguments: arguments) == .help)
    }

    @Test("KIT-1 The help text names every option and every exit code")
    func helpText() {
        let names = ["--id", "--kind", "--app-id", "--port", "--fallback", "--quiet", "--verbose", "--json", "--help"]
        let more = ["--no-prepare", "--in-place", "--legacy-base"]
        let proxy = ["--no-proxy", "--allow-upstream", "--cookies FILE", "--cookies-unless-omitted"]
        let codes = [0, 64, 66, 69, 70, 73, 74, 75].map { " \($0) " }
        for name in names + more + proxy + codes {
            #expect(HostCommand.helpText.contains(name), "\(name)")
        }
    }

    @Test(
        "KIT-1 A command line that makes no sense is refused with a sentence about it",
        arguments: [
            (["--nonsense"], "no option --nonsense"),
            (["-x"], "no option -x"),
            (["--port"], "--port needs a value"),
            (["--id="], "--id needs a value"),
            (["--json=yes"], "--json takes no value"),
            (["--port", "0"], "from 1 to 65535"),
            (["--port", "65536"], "from 1 to 65535"),
            (["--port", "+80"], "from 1 to 65535"),
            (["--port", "-1"], "from 1 to 65535"),
            (["--quiet", "--verbose"], "exclude each other"),
            (["--id", "a", "--id", "b"], "2 ids for one folder"),
            (["x", "y", "--id", "a", "--id", "b", "--id", "c"], "3 ids for 2 folders"),
            (["--id", ".."], "any text but"),
            (["--fallback", "../index.html"], "inside the folder"),
            (["--fallback=/index.html"], "inside the folder"),
            ([""], "path is empty"),
            (["--no-prepare", "--in-place", "x"], "exclude each other"),
            (["--no-prepare", "--legacy-base", "/x/"], "exclude each other"),
            (["--in-place"], "needs a folder"),
            (["--legacy-base", "images/"], "needs a URL"),
            (["--legacy-base", "=x"], "needs a URL"),
            (["--legacy-base", "/x/=../y"], "needs a URL"),
            (["--allow-upstream"], "--allow-upstream needs a value"),
            (["--allow-upstream", "localhost"], "needs HOST:PORT"),
            (["--allow-upstream", "localhost:"], "needs HOST:PORT"),
            (["--allow-upstream", "localhost:+80"], "needs HOST:PORT"),
            (["--allow-upstream", "localhost:0"], "needs HOST:PORT"),
            (["--allow-upstream", "localhost:65536"], "needs HOST:PORT"),
            (["--allow-upstream", ":80"], "needs a name"),
            (["--allow-upstream", "::1:80"], "needs a name"),
            (["--allow-upstream", "http://localhost:80"], "needs a name"),
            (["--allow-upstream", "me@localhost:80"], "needs a name"),
            (["--allow-upstream", "localhost:22"], "No page may call port 22"),
            (["--allow-upstream", "192.168.0.1:80"], "no loopback address"),
            (["--allow-upstream", "[::ffff:127.0.0.1]:80"], "no loopback address"),
            (["--no-proxy=1"], "takes no value"),
            (["--no-proxy", "--allow-upstream", "localhost:80"], "exclude each other"),
            (["--cookies", "jar", "--no-proxy"], "--cookies and --no-proxy exclude"),
            (["--cookies-unless-omitted", "--no-proxy"], "exclude each other"),
        ]
    )
    func refused(arguments: [String], part: String) {
        let error = #expect(throws: UsageError.self) { try HostCommand(arguments: arguments) }
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
}
