import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("Cookie limits")
struct CookieLimitTests {
    private func names(_ jar: CookieJar) -> Set<String> {
        Set(jar.cookies.map { String(decoding: $0.cookie.identity.name, as: UTF8.self) })
    }

    @Test("PROXY-6 A site with too many cookies loses the one that was used longest ago")
    func leastRecentlyUsed() {
        var jar = CookieJar.listed(CookieLimits(perSite: 3))
        for name in ["a", "b", "c"] { jar.store("\(name)=1; Path=/\(name)", from: "https://a.org/") }
        #expect(jar.field("https://a.org/a") == "a=1")
        let changes = jar.store("d=1; Path=/d", from: "https://a.org/")
        #expect(names(jar) == ["a", "c", "d"])
        #expect(changes.count == 2)
        // Setting is a use as well.
        jar.store("c=2; Path=/c", from: "https://a.org/")
        jar.store("e=1; Path=/e", from: "https://a.org/")
        #expect(names(jar) == ["c", "d", "e"])
        #expect(jar.count == 3)
    }

    @Test("PROXY-6 Cookies whose time is over go before others, and those that are not secure before secure ones")
    func priority() {
        var jar = CookieJar.listed(CookieLimits(perSite: 3))
        jar.store("secure=1; Secure", from: "https://a.org/")
        jar.store("plain=1", from: "https://a.org/")
        jar.store("over=1; Secure; Max-Age=5", from: "https://a.org/")
        jar.store("x=1", from: "https://a.org/", at: .now(plus: 5))
        #expect(names(jar) == ["secure", "plain", "x"])
        jar.store("y=1", from: "https://a.org/", at: .now(plus: 5))
        #expect(names(jar) == ["secure", "x", "y"])
        for name in ["s2", "s3"] { jar.store("\(name)=1; Secure", from: "https://a.org/", at: .now(plus: 5)) }
        #expect(names(jar) == ["secure", "s2", "s3"])
        // A site can't drive its secure cookies out over an insecure connection.
        jar.store("z=1", from: "http://a.org/", at: .now(plus: 5))
        #expect(names(jar) == ["secure", "s2", "s3"])
    }

    @Test("PROXY-6 All hosts of a site share its limit, and other sites don't")
    func sites() {
        var jar = CookieJar.listed(CookieLimits(perSite: 4))
        jar.store("keep=1", from: "https://b.org/")
        jar.store("keep2=1", from: "https://b.co.uk/")
        for host in 0..<20 { jar.store("n\(host)=1", from: "https://h\(host).a.org/") }
        for host in 0..<20 { jar.store("m\(host)=1", from: "https://h\(host).a.co.uk/") }
        #expect(names(jar) == ["keep", "keep2", "n16", "n17", "n18", "n19", "m16", "m17", "m18", "m19"])
    }

    @Test("PROXY-6 An address is a site of its own")
    func addresses() {
        var jar = CookieJar.listed(CookieLimits(perSite: 1))
        for host in ["10.0.0.1", "10.1.0.1", "1.0.0.1"] { jar.store("a=1", from: "https://\(host)/") }
        #expect(jar.count == 3)
    }

    @Test("PROXY-6 A site has 180 cookies and a jar 3,000 unless the host says otherwise")
    func defaults() {
        var jar = CookieJar.listed()
        for number in 0..<200 { jar.store("n\(number)=1", from: "https://a.org/") }
        #expect(jar.count == 180)
        for number in 0..<2820 { jar.store("n=1", from: "https://s\(number).org/") }
        #expect(jar.count == 3000)
        jar.store("n=1", from: "https://last.org/")
        // A sixteenth is made room for at once.
        #expect(jar.count == 2813)
        #expect(jar.field("https://last.org/") == "n=1")
        #expect(jar.field("https://s2819.org/") == "n=1")
        #expect(jar.field("https://a.org/") == nil)
    }

    @Test("PROXY-6 A full jar first gives up what is over")
    func total() {
        var jar = CookieJar.listed(CookieLimits(total: 10))
        for number in 0..<10 { jar.store("n=1; Max-Age=\(number + 1)", from: "https://s\(number).org/") }
        #expect(jar.store("n=1", from: "https://a.org/", at: .now(plus: 1)).count == 1)
        #expect(jar.count == 10)
        #expect(jar.store("n=1", from: "https://b.org/", at: .now(plus: 1)).count == 2)
        #expect(jar.field("https://s1.org/") == nil)
        #expect(jar.field("https://s2.org/") == "n=1")
    }

    @Test("PROXY-6 No limit traps", arguments: [-1, 0, 1, 2, .max])
    func anyLimit(limit: Int) {
        for limits in [
            CookieLimits(perSite: limit), CookieLimits(total: limit), CookieLimits(perSite: limit, total: limit),
        ] {
            var jar = CookieJar.listed(limits)
            for number in 0..<4 { jar.store("n\(number)=1", from: "https://s\(number / 2).org/") }
            #expect(jar.count <= 4 && jar.count == jar.cookies.count)
            #expect(limit > 0 || jar.count == 0)
            #expect((jar.field("https://s1.org/") != nil) == (limit > 0))
        }
    }

    @Test("PROXY-6 A jar of 50,000 cookies answers by looking at one site's alone")
    func large() {
        var jar = CookieJar.listed(CookieLimits(total: 60_000))
        for site in 0..<1000 {
            for number in 0..<50 { jar.store("n\(number)=1; Path=/\(number)", from: "https://www.site\(site).org/") }
        }
        #expect(jar.count == 50_000)
        let clock = ContinuousClock()
        var found = 0
        let time = clock.measure {
            for site in 0..<1000 { found += jar.field("https://www.site\(site).org/7/x") == "n7=1" ? 1 : 0 }
        }
        #expect(found == 1000)
        // A look at all of them would take a thousand times as long as this generous bound allows one to.
        #expect(time < .seconds(5), "\(time / 1000) a request")
    }
}
