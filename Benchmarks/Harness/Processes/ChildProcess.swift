#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A process that is started here, and ended here.
///
/// Its standard input is a pipe that nobody else holds: it ends when this process does, however that comes about, and the
/// programs that are started here end with it. It has a process group of its own, so that a Ctrl-C reaches it in this way
/// alone.
final class ChildProcess {
    /// Its number.
    let identifier: pid_t
    private var input: CInt
    private let output: CInt
    private var hasEnded = false

    /// Starts a program; `path` is looked up where it has no slash.
    init(_ path: String, _ arguments: [String]) throws(HarnessError) {
        let (inputEnds, outputEnds) = (try Pipe(), try Pipe())
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, inputEnds.reading, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, outputEnds.writing, 1)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(&attributes, numericCast(POSIX_SPAWN_SETPGROUP))
        var process = pid_t()
        let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        let number = unsafe posix_spawnp(&process, path, &actions, &attributes, words, environ)
        for index in unsafe words.indices { unsafe free(words[index]) }
        close(inputEnds.reading)
        close(outputEnds.writing)
        (identifier, input, output) = (process, inputEnds.writing, outputEnds.reading)
        guard number == 0 else {
            close(input)
            close(output)
            hasEnded = true
            throw HarnessError(.cannotStart, path, errno: number)
        }
    }

    deinit { end() }

    /// Whether it still runs.
    var isRunning: Bool {
        guard !hasEnded else { return false }
        if waitpid(identifier, nil, WNOHANG) == identifier { closeEnds() }
        return !hasEnded
    }

    /// Reads a line of its output.
    func readLine(within seconds: Int) throws(HarnessError) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&ready, 1, CInt(seconds * 1000)) == 1, unsafe read(output, &byte, 1) == 1 {
            if byte == 10 { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        throw HarnessError(.notReady, "process \(identifier)", detail: String(decoding: line, as: UTF8.self))
    }

    /// Reads its output to the end.
    func readAll(within seconds: Int) -> String {
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&ready, 1, CInt(seconds * 1000)) == 1 {
            let count = unsafe read(output, &part, part.count)
            guard count > 0 else { break }
            text += part[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Ends it, by the end of its input or else by signals, and waits for it.
    ///
    /// - Parameters:
    ///   - signal: sent at once.
    ///   - patience: how many seconds it has to end by itself.
    func end(signal: CInt? = nil, patience: Int = 10) {
        guard !hasEnded else { return }
        if input >= 0 { close(input) }
        input = -1
        if let signal { kill(identifier, signal) }
        for (patience, next) in [(patience * 100, SIGTERM), (100, SIGKILL), (100, SIGKILL)] {
            for _ in 0..<patience {
                guard isRunning else { return }
                usleep(10_000)
            }
            kill(identifier, next)
        }
    }

    private func closeEnds() {
        hasEnded = true
        if input >= 0 { close(input) }
        close(output)
    }
}

/// The two ends of a pipe, which children don't inherit.
private struct Pipe {
    let reading: CInt
    let writing: CInt

    init() throws(HarnessError) {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw HarnessError(.cannotStart, "a pipe", errno: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }
}
