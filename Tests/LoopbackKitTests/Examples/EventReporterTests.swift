import LoopbackKit
import LoopbackKitHTTP
import Testing
import plugin_host

@Suite("plugin-host's reports")
struct EventReporterTests {
    private let opening = ServerOpening(cause: .registration, port: 50000, originChanged: false)
    private let moved = ServerOpening(cause: .registration, port: 50001, originChanged: true)

    private func reporter(json: Bool = false, _ detail: HostOptions.Detail = .normal) -> EventReporter {
        var options = HostOptions()
        options.json = json
        options.detail = detail
        return EventReporter(options)
    }

    private func request(_ target: String, _ status: HTTPStatus) throws -> LoopbackEvent {
        let registry = ScopeRegistry(secrets: .perLaunch)
        let request = HTTPRequest(method: .get, target: try #require(RequestTarget(target)))
        return LoopbackEvent(
            generation: 1,
            .answered(AnsweredRequest(request, status: status, snapshot: registry.snapshot))
        )
    }

    @Test("KIT-1 The first JSON line is the address and the port, with every address when there are several")
    func readyLine() {
        let reporter = reporter(json: true)
        #expect(reporter.ready(["u/"], opening, due: nil) == #"{"event":"ready","url":"u/","port":50000}"#)
        #expect(
            reporter.ready(["u/", "v/"], moved, due: nil)
                == #"{"event":"ready","url":"u/","port":50001,"urls":["u/","v/"],"originChanged":true}"#
        )
    }

    @Test("KIT-1 A person is told the address, and that a taken port means an empty storage")
    func readyText() {
        #expect(reporter().ready(["u/"], opening, due: nil).contains("\n    u/\n"))
        #expect(!reporter().ready(["u/"], opening, due: nil).contains("taken"))
        #expect(reporter().ready(["u/"], moved, due: nil).contains("usual port is taken, so this is port 50001"))
        #expect(reporter().ready(["u/"], moved, due: 80).contains("Port 80 is taken, so this is port 50001"))
        #expect(reporter(.quiet).ready(["u/", "v/"], moved, due: nil) == "u/\nv/")
    }

    @Test("KIT-1 Requests are told by --verbose, and failed ones without it; --quiet tells none")
    func requests() throws {
        let good = try request("/x", .ok)
        let bad = try request("/x", .notFound)
        #expect(reporter(.verbose).report(good) == "GET /x 200")
        #expect(reporter().report(good) == nil)
        #expect(reporter().report(bad) == "GET /x 404")
        #expect(reporter(.quiet).report(bad) == nil)
        #expect(
            reporter(json: true).report(good) == #"{"event":"request","method":"GET","target":"/x","status":200}"#
        )
        #expect(reporter(json: true, .quiet).report(good) == nil)
    }

    @Test("KIT-1 Changes of state are told, and by JSON even when quiet")
    func states() {
        let event = LoopbackEvent(generation: 2, .state(.stopped(.requested)))
        #expect(reporter().report(event) == "server 2: stopped (requested)")
        #expect(reporter(.quiet).report(event) == nil)
        let line = #"{"event":"state","state":"stopped","generation":2,"text":"stopped (requested)"}"#
        #expect(reporter(json: true).report(event) == line)
        #expect(reporter(json: true, .quiet).report(event) == line)
    }

    @Test(
        "PAGE-1 A preparation's counts and findings are told, in a line of JSON or as a text; one that changed nothing not"
    )
    func prepared() {
        var report = PreparationReport()
        report.documents = 2
        report.prepared = 1
        report.findings = [PageFinding(file: "a.html", line: 3, reference: "/x", problem: .missingFile)]
        let reporter = reporter()
        let text = reporter.prepared("/f", report, after: nil)
        #expect(text == "Prepared /f: \(report.counts)\n    a.html:3: there is no such file: /x")
        #expect(reporter.prepared("/f", report, after: report) == "Prepared again /f: \(report.counts)")
        let idle = PreparationReport()
        #expect(reporter.prepared("/f", idle, after: report) == nil)
        #expect(reporter.prepared("/f", idle, after: nil) == "Prepared /f: \(idle.counts)")
        let line = self.reporter(json: true).prepared("/f", report, after: idle)
        #expect(
            line?.hasPrefix(#"{"event":"prepared","folder":"/f","again":true,"documents":2,"styleSheets":0,"#) == true
        )
        #expect(
            line?.hasSuffix(
                #""prepared":1,"unchanged":0,"linked":0,"cloned":0,"copied":0,"removed":0,"references":0,"findings":["a.html:3: there is no such file: /x"]}"#
            ) == true
        )
        #expect(self.reporter(.quiet).prepared("/f", report, after: nil) == nil)
    }

    @Test("PAGE-1 A folder that can't be prepared again is told with the file's name")
    func unprepared() {
        let error = PreparationError(.outside, path: "a/link")
        let words = "a/link: the link leads out of the folder"
        #expect(reporter().failed("/f", error) == "/f can't be prepared, the old state is served: \(words).")
        #expect(
            reporter(json: true).failed("/f", error)
                == #"{"event":"unprepared","folder":"/f","path":"a/link","text":"\#(words)"}"#
        )
        #expect(reporter(.quiet).failed("/f", error) == nil)
    }

    @Test("KIT-1 What goes wrong is told in words")
    func failures() {
        let refused = LoopbackEvent(generation: 1, .refused(.host))
        #expect(reporter(json: true).report(refused) == #"{"event":"refused","reason":"host"}"#)
        #expect(reporter().report(refused) == nil)
        #expect(reporter(.verbose).report(refused) == "refused: host")
        let failed = LoopbackEvent(generation: 1, .responderFailed("no\nmemory"))
        #expect(reporter(json: true).report(failed)?.hasPrefix(#"{"event":"notice","text":"#) == true)
        #expect(reporter().report(failed) != nil)
        #expect(reporter(.quiet).report(failed) == nil)
    }
}
