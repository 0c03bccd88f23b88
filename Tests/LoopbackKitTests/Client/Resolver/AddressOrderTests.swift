import LoopbackKitHTTP
import Testing

@Suite("AddressOrder")
struct AddressOrderTests {
    private static func address(_ number: Int) -> SocketAddress {
        number < 10 ? .ipv4(UInt32(number), port: 0) : .ipv6(0, UInt64(number), port: 0, zone: 0)
    }

    /// Numbers below 10 stand for IPv4 addresses, others for IPv6 ones.
    @Test(
        "HTTP-10 The families take turns in the system's order, and nothing comes twice",
        arguments: [
            ([], []), ([1], [1]), ([1, 2, 3], [1, 2, 3]), ([10, 11, 1, 2], [10, 1, 11, 2]),
            ([1, 2, 10, 11], [1, 10, 2, 11]), ([10, 1, 2, 3], [10, 1, 2, 3]), ([10, 11, 12, 1], [10, 1, 11, 12]),
            ([1, 10, 1, 10, 2, 1], [1, 10, 2]), ([10, 10, 10], [10]),
        ] as [([Int], [Int])]
    )
    func order(found: [Int], tried: [Int]) {
        #expect(AddressOrder.alternating(found.map(Self.address)) == tried.map(Self.address))
    }

    @Test("HTTP-10 IPv6 addresses that differ in their zone are different ones")
    func zones() {
        let addresses: [SocketAddress] = [.ipv6(1, 2, port: 0, zone: 1), .ipv6(1, 2, port: 0, zone: 2)]
        #expect(AddressOrder.alternating(addresses) == addresses)
    }
}
