#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension HTTPServerConfiguration {
    /// The descriptors that a service manager hands over by the protocol of systemd's socket activation, in order.
    ///
    /// They begin at 3; `LISTEN_FDS` tells how many, and `LISTEN_PID` for which process. Empty when the process was
    /// started without.
    public static var activatedDescriptors: [CInt] {
        activatedDescriptors(environment: { name in unsafe getenv(name).map { unsafe String(cString: $0) } })
    }

    package static func activatedDescriptors(environment: (String) -> String?) -> [CInt] {
        guard let count = environment("LISTEN_FDS").flatMap(Self.number), count <= 1024,
            let process = environment("LISTEN_PID").flatMap(Self.number), process == Int(getpid())
        else { return [] }
        return (0..<count).map { CInt(3 + $0) }
    }

    private static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { 48...57 ~= $0 } ? Int(text) : nil
    }
}
