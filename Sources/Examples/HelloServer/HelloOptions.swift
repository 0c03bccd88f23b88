package import LoopbackKitHTTP
import TerminalProgram

/// The command line.
package struct HelloOptions: Sendable {
    package struct UsageError: Error {}
    package static let usage = """
        usage: hello-server [--address ADDRESS] [--port N] [--loops N] [--files FOLDER] [--log yes]
        ADDRESS: 127.0.0.1, ::1, unix:PATH, or fd:N for a socket that listens already
        """

    package var configuration = HTTPServerConfiguration()
    package var files: String?

    package init(_ arguments: some Sequence<String>) throws(UsageError) {
        var (host, port, rest) = ("127.0.0.1", UInt16(8080), arguments.makeIterator())
        while let option = rest.next() {
            guard let value = rest.next() else { throw UsageError() }
            switch option {
            case "--address": host = value
            case "--port": port = try Self.number(value)
            case "--loops": configuration.eventLoops = try Self.number(value)
            case "--files": files = value
            case "--log": configuration.report = { TerminalProgram.tell("\($0)") }
            default: throw UsageError()
            }
        }
        let address = SocketAddress(host: host, port: port)
        if host.hasPrefix("fd:") { configuration.inheritedDescriptor = try Self.number(host.dropFirst(3)) }
        guard address != nil || configuration.inheritedDescriptor != nil else { throw UsageError() }
        configuration.address = address ?? configuration.address
    }

    private static func number<Number: FixedWidthInteger>(_ text: some StringProtocol) throws(UsageError) -> Number {
        guard text.utf8.allSatisfy({ 48...57 ~= $0 }), let number = Number(text) else { throw UsageError() }
        return number
    }
}
