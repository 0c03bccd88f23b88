import LoopbackKit
import Testing

@Suite("PortDerivation") struct PortDerivationTests {
    @Test(
        "SCOPE-2 The port of an identifier never changes",
        arguments: [
            ("", 58149), ("a", 60556), ("com.example.app", 58731), ("é", 56833), ("com.example.Äpp", 49631),
        ] as [(String, UInt16)]
    )
    func golden(identifier: String, port: UInt16) {
        #expect(PortDerivation.port(for: identifier) == port)
    }

    @Test("SCOPE-2 The four ports of an identifier never change")
    func goldenSequence() {
        #expect(PortDerivation.ports(for: "com.example.app") == [58731, 54046, 53611, 53176])
        #expect(PortDerivation.ports(for: "é") == [56833, 64000, 65305, 64870])
    }

    @Test("SCOPE-2 An identifier has four different ports, all of them dynamic")
    func different() {
        for number in 0..<2000 {
            let ports = PortDerivation.ports(for: "com.example.app\(number)")
            #expect(ports.count == 4)
            #expect(Set(ports).count == 4)
            #expect(ports.allSatisfy { $0 >= 49152 })
        }
    }

    @Test("SCOPE-2 A configuration tries its own port, then the derived ones, then the system's")
    func order() {
        var configuration = LoopbackConfiguration(applicationIdentifier: "com.example.app")
        #expect(configuration.ports == [58731, 54046, 53611, 53176, 0])
        configuration.port = 53611
        #expect(configuration.ports == [53611, 58731, 54046, 53176, 0])
        configuration.port = 0
        #expect(configuration.ports == [0])
    }
}
