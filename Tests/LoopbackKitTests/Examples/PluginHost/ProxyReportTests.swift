import LoopbackKit
import LoopbackKitHTTP
import Testing
import plugin_host

@Suite("plugin-host's reports of calls to other sites")
struct ProxyReportTests {
    private func reporter(json: Bool = false, _ detail: HostOptions.Detail = .normal) -> EventReporter {
        var options = HostOptions()
        options.json = json
        options.detail = detail
        return EventReporter(options)
    }

    private func report(_ event: ProxyEvent, json: Bool = false, _ detail: HostOptions.Detail = .normal) -> String? {
        reporter(json: json, detail).report(LoopbackEvent(generation: 1, .proxied(event)))
    }

    private let failure = ProxyFailure(.connect, "connectFailed", "Nobody is there.")

    @Test("PROXY-9 A failure is told with stage, reason and message, unless all is quiet")
    func failed() {
        let event = ProxyEvent.failed(.get, "http://a.example/", failure)
        #expect(report(event) == "proxy: GET http://a.example/ failed: connect, connectFailed: Nobody is there.")
        #expect(report(event, .quiet) == nil && report(event, json: true, .quiet) == nil)
        #expect(
            report(event, json: true)
                == #"{"event":"proxy","outcome":"failed","method":"GET","url":"http://a.example/","stage":"connect","reason":"connectFailed","message":"Nobody is there."}"#
        )
        let nameless = report(.failed(.post, nil, failure), json: true)
        #expect(nameless?.contains(#""method":"POST","stage""#) == true)
    }

    @Test("PROXY-8 What was answered is told by --verbose and by JSON lines")
    func answered() {
        let event = ProxyEvent.answered(.head, "https://a.example/b?c", .notFound)
        #expect(report(event) == nil)
        #expect(report(event, .verbose) == "proxy: HEAD https://a.example/b?c 404")
        #expect(
            report(event, json: true)
                == #"{"event":"proxy","outcome":"answered","method":"HEAD","url":"https://a.example/b?c","status":404}"#
        )
        #expect(report(event, json: true, .quiet) == nil)
    }

    @Test("PROXY-5 Withheld fields are told by their names, and a call without evidence by --verbose")
    func withheld() {
        let event = ProxyEvent.withheld(["X-From", "X-Page"], "http://a.example/")
        #expect(report(event) == "proxy: withheld from http://a.example/: X-From, X-Page")
        #expect(
            report(event, json: true)
                == #"{"event":"proxy","outcome":"withheld","url":"http://a.example/","fields":["X-From","X-Page"]}"#
        )
        #expect(report(event, .quiet) == nil)
        let admitted = ProxyEvent.admittedWithoutEvidence("http://a.example/")
        #expect(report(admitted) == nil)
        #expect(report(admitted, .verbose) == "proxy: no evidence of the page that calls http://a.example/")
        #expect(
            report(admitted, json: true)
                == #"{"event":"proxy","outcome":"admittedWithoutEvidence","url":"http://a.example/"}"#
        )
    }

    @Test("PROXY-3 An open guard is told however quiet the rest is, and in a line of JSON for each opening")
    func openings() throws {
        let opening = try #require(UpstreamOpening(host: .name("localhost"), port: 81, address: .ipv6(0, 1)))
        #expect(reporter().warning(of: []) == nil && reporter(json: true).lines(of: []).isEmpty)
        for reporter in [reporter(), reporter(.quiet), reporter(json: true)] {
            let warning = try #require(reporter.warning(of: [opening]))
            #expect(warning.contains("GUARD IS OPEN") && warning.contains("localhost:81 at ::1"))
        }
        #expect(reporter().lines(of: [opening]).isEmpty)
        #expect(
            reporter(json: true, .quiet).lines(of: [opening])
                == [#"{"event":"guardOpen","host":"localhost","port":81,"address":"::1"}"#]
        )
    }

    @Test("PROXY-6 Trouble with the cookie file is a line of JSON, too")
    func cookies() {
        #expect(reporter().cookieTrouble("x") == nil)
        #expect(reporter(json: true, .quiet).cookieTrouble("x") == #"{"event":"cookies","text":"x"}"#)
    }
}
