import LoopbackKitHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

extension FuzzTarget {
    /// An address is read as it is written, and is printable ASCII without what ends it elsewhere.
    static let urls = FuzzTarget(
        "urls",
        texts: [
            "http://user:word@example.com:8080/a/../b;c/%2e%2e/d?e=f&g#h", "https://EXAMPLE.com.:0443\\a\\.\\..\\b",
            "http://0x7f.1/", "http://2130706433:80", "http://[::ffff:127.0.0.1]:81/?'\"<>`{}",
            "HTTP:////127.1//x/.//..",
            "//g?y/../x#s", "../../%2E%2E/g", "?y", "#s", "http:g", "https:g", "/\\g", "\t ht\ntp:/\r/a/ ",
            "http://１２７.０。０.1/",
            "http://bücher.de/ü?ü#ü", "http://faß。de", "http://a\u{AD}b/", "http://%31%32%37.1/",
            "http://xn--bcher-kva.de/",
        ]
    ) { input in
        let base = HTTPOrigin(scheme: .http, host: .name("a"), port: 81)
        let folder = try HTTPURL("\(base)/b/c/d;p?q")
        for url in [try? HTTPURL(bytes: input, relativeTo: nil), try? HTTPURL(bytes: input, relativeTo: folder)] {
            guard let url else { continue }
            let text = url.description
            try hold((try? HTTPURL(text)) == url, "\(text) is read as another")
            try hold((try? HTTPURL(text, relativeTo: folder)) == url, "\(text) is relative")
            try hold(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(text) has other bytes")
            try hold(url.path.utf8.first == 47 && !url.path.utf8.contains(63), "\(text) has the path \(url.path)")
            let segments = url.path.utf8.split(separator: 47, omittingEmptySubsequences: false)
            try hold(!segments.contains { URLPath.dots(Array($0)[...]) != nil }, "\(text) has a dot segment")
            let parts = try HTTPURL(scheme: url.scheme, authority: url.authority, target: url.requestTarget)
            try hold(parts.requestTarget == url.requestTarget && parts.origin == url.origin, "\(text) has other parts")
            if case .name(let name) = url.host {
                let other = IPAddress(name) != nil || name.utf8.contains { "#%/:<>?@[\\]^|".utf8.contains($0) }
                try hold(!name.isEmpty && !other, "\(name) is no name")
            }
        }
    }

    /// An address is one where the system takes it for one, and its text is the same one to the system.
    static let ipAddresses = FuzzTarget(
        "ip-addresses",
        texts: [
            "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::3:4:5:6:7:8",
            "1:2:3:4:5:6:1.2.3.4",
            "::ffff:255.0.10.1", "2001:DB8::a", "1:0:0:4:0:0:0:8", "127.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.256", "1:",
            ":1",
        ]
    ) { input in
        // The system's function ends at NUL.
        guard !input.contains(0) else { return }
        let text = input.map { CChar(bitPattern: $0) } + [0]
        var bytes = [UInt8](repeating: 0, count: 16)
        // The buffers are as long as the system's addresses.
        let isIPv6 = unsafe inet_pton(AF_INET6, text, &bytes) == 1
        let isIPv4 = unsafe !isIPv6 && inet_pton(AF_INET, text, &bytes) == 1
        let expected = isIPv6 || isIPv4 ? IPAddress(bytes: bytes.span.extracting(first: isIPv6 ? 16 : 4)) : nil
        let address = IPAddress(text: input.span)
        try hold(address == expected, "\(String(decoding: input, as: UTF8.self)) is \(String(describing: address))")
        if let address { try hold(IPAddress(address.description) == address, "\(address) is read as another") }
    }
}
