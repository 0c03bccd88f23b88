import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("BadPorts")
struct BadPortsTests {
    private static let listed: [UInt16] = [
        1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
        110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
        532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
        5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
    ]

    @Test("PROXY-3 Exactly the Fetch standard's bad ports and 0 are refused, for names, addresses and openings")
    func everyPort() throws {
        let refused = Set(Self.listed + [0])
        let guardOfTests = SSRFGuard(ownPorts: [], localNetwork: LocalNetwork())
        for port in UInt16.min...UInt16.max {
            for host in [HTTPHost.name("example.com"), .address(.ipv4(0x0808_0808))] {
                let isRefused: Bool
                do throws(GuardRefusal) {
                    try guardOfTests.check(host, port: port)
                    isRefused = false
                } catch {
                    #expect(error.reason == .blockedPort)
                    isRefused = true
                }
                if isRefused != refused.contains(port) { Issue.record("port \(port) of \(host)") }
            }
            let opening = UpstreamOpening(address: .ipv4(0x7F00_0001), port: port)
            if (opening == nil) != refused.contains(port) { Issue.record("opening of port \(port)") }
        }
        #expect(Set(BadPorts.services.keys) == Set(Self.listed))
    }
}
