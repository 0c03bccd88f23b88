import LoopbackKitHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

extension FuzzTarget {
    /// What stands between brackets in Host is an address where the system takes it for one.
    static let addresses = FuzzTarget(
        "ipv6-hosts",
        texts: [
            "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::3:4:5:6:7:8",
            "1:2:3:4:5:6:1.2.3.4", "::ffff:255.0.10.1", "::1.2.3.4", "2001:DB8::a", "1:2::3::4", ":::", "::01.2.3.4",
            "12345::", "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3", "::1.2.3.256", "1.2.3.4", ":1", "1:", "g::",
        ]
    ) { input in
        // A zone and other bytes are none of an address, and the system's function ends at NUL.
        guard input.count < 60, input.allSatisfy({ isTokenByte($0) || $0 == 58 }), !input.contains(37) else { return }
        let head = Array("GET / HTTP/1.1\r\nHost: [".utf8) + input + Array("]:80\r\n\r\n".utf8)
        var address = in6_addr()
        let text = String(decoding: input, as: UTF8.self)
        // Both are read and written within the call.
        let isAddress = unsafe text.withCString { unsafe inet_pton(AF_INET6, $0, &address) } == 1
        try hold((HeadOutcome.whole(head).status == nil) == isAddress, "\(text) is an address: \(isAddress)")
    }
}
