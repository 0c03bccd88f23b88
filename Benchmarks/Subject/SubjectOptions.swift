/// What a subject's process is told.
package struct SubjectOptions: Hashable, Sendable {
    /// The folder that both servers serve; without one there is no plugin.
    package var folder: String?
    /// The number of event loops of each server.
    package var loops = 1
    /// The port of LoopbackKitHTTP's server; 0 for a free one.
    package var port: UInt16 = 0
    /// The cap of each server's connections.
    package var connections = 16384
    /// The ports of 127.0.0.1 that pages may call.
    package var upstreamPorts: [UInt16] = []
    /// A file with the certificates that are trusted; `nil` for those that the system trusts.
    package var trust: String?

    package init(folder: String? = nil, loops: Int = 1) {
        self.folder = folder
        self.loops = loops
    }

    /// Reads `--folder FOLDER`, `--loops N`, `--port N`, `--upstream PORT` and `--trust FILE`; `nil` when there is
    /// anything else.
    package init?(arguments: some Sequence<String>) {
        var rest = arguments.makeIterator()
        while let option = rest.next() {
            switch (option, rest.next()) {
            case ("--folder", let value?): folder = value
            case ("--loops", let value?):
                guard let number = UInt8(value), number > 0 else { return nil }
                loops = Int(number)
            case ("--port", let value?):
                guard let number = UInt16(value) else { return nil }
                port = number
            case ("--upstream", let value?):
                guard let number = UInt16(value) else { return nil }
                upstreamPorts.append(number)
            case ("--trust", let value?): trust = value
            default: return nil
            }
        }
    }

    /// The arguments that `init(arguments:)` reads.
    package var arguments: [String] {
        ["--loops", "\(loops)"] + (folder.map { ["--folder", $0] } ?? [])
            + upstreamPorts.flatMap { ["--upstream", "\($0)"] } + (trust.map { ["--trust", $0] } ?? [])
    }
}
