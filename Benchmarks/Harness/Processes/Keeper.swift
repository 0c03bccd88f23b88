#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A face of the program that ends another program and removes a folder as soon as its own standard input ends.
///
/// A server such as nginx doesn't notice that the harness is gone; its keeper does, even when the harness was killed.
struct Keeper {
    /// The folder to remove at the end.
    let folder: String
    /// The program to run meanwhile, with its arguments; may be empty.
    let command: [String]

    /// Reads `keep FOLDER [PROGRAM [ARGUMENT ...]]`, without the first word.
    init?(arguments: some Sequence<String>) {
        var arguments = Array(arguments)
        guard let folder = arguments.first, !folder.isEmpty else { return nil }
        arguments.removeFirst()
        self.folder = folder
        command = arguments
    }

    /// Keeps until the end of the input.
    func run() -> Never {
        var child: ChildProcess?
        if let program = command.first { child = try? ChildProcess(program, Array(command.dropFirst())) }
        var ready = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        while command.isEmpty || child?.isRunning == true {
            // Also looks from time to time whether the program ended by itself.
            if unsafe poll(&ready, 1, 50) == 1, unsafe read(0, &bytes, bytes.count) <= 0 { break }
        }
        child?.end(signal: SIGTERM, patience: 3)
        TemporaryFolder.remove(folder)
        exit(0)
    }
}
