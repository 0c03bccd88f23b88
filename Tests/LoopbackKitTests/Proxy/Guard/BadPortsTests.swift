import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("BadPorts")
struct BadPortsTests {
    private static let listed: [UInt16] = [
        1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
        110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530,
        531,
        532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
        5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
    ]

    private static func reason(_ check: () throws(GuardRefusal) -> Void) -> GuardRefusal.Reason? {
        do throws(GuardRefusal) {
            try check()
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("PROXY-3 The list is exactly the Fetch standard's, and 0")
    func everyPort() {
        #expect((UInt16.min...UInt16.max).filter(BadPorts.contains) == [0] + Self.listed)
    }

    @Test("PROXY-3 Bad ports are refused for names, addresses and openings, and the ports beside them are not")
    func checks() throws {
        let guardOfTests = SSRFGuard(ownPorts: [], localNetwork: LocalNetwork())
        let refused = Set([0] + Self.listed)
        for port in Set(refused.flatMap { [$0, $0 + 1, $0 == 0 ? 0 : $0 - 1] }) {
            let reason: GuardRefusal.Reason? = refused.contains(port) ? .blockedPort : nil
            for host in [HTTPHost.name("example.com"), .address(.ipv4(0x0808_0808))] {
                #expect(Self.reason { () throws(GuardRefusal) in try guardOfTests.check(host, port: port) } == reason)
            }
            let opening = UpstreamOpening(address: .ipv4(0x7F00_0001), port: port)
            #expect((opening == nil) == refused.contains(port))
        }
        #expect(BadPorts.services.values.allSatisfy { !$0.isEmpty })
    }
}
