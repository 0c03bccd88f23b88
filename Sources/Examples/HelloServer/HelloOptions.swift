package import LoopbackKitHTTP

/// The command line: `hello-server [--address A.B.C.D] [--port N] [--loops N] [--files FOLDER]`.
package struct HelloOptions: Hashable, Sendable {
    /// Says how the program is called.
    package struct UsageError: Error {
        /// The sentence.
        package let message = "usage: hello-server [--address A.B.C.D] [--port N] [--loops N] [--files FOLDER]"
    }

    /// The address in host byte order.
    package var address: UInt32 = 0x7F00_0001
    /// The port; 0 is the system's choice.
    package var port: UInt16 = 8080
    /// The number of event loops.
    package var loops = 1
    /// The folder behind `/files/`.
    package var files: String?

    /// Reads the arguments, without the program's name.
    package init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = arguments.makeIterator()
        while let option = rest.next() {
            guard let value = rest.next() else { throw UsageError() }
            switch option {
            case "--port": port = try Self.number(value)
            case "--loops": loops = try Self.number(value)
            case "--files": files = value
            case "--address":
                let parts = value.split(separator: ".", omittingEmptySubsequences: false)
                guard parts.count == 4 else { throw UsageError() }
                address = 0
                for part in parts { address = address << 8 | UInt32(try Self.number(part) as UInt8) }
            default: throw UsageError()
            }
        }
    }

    /// The server's configuration.
    package var configuration: HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.address = .ipv4(address, port: port)
        configuration.eventLoops = loops
        return configuration
    }

    private static func number<Number: FixedWidthInteger>(_ text: some StringProtocol) throws(UsageError) -> Number {
        guard text.utf8.allSatisfy({ 48...57 ~= $0 }), let number = Number(text) else { throw UsageError() }
        return number
    }
}
