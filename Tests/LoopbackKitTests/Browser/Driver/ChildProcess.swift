import Foundation
import LoopbackKitHTTP
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// A program that a test runs; it and all that it starts end together.
///
/// It leads a process group of its own, so that `end()` reaches the programs that it starts in turn. No signal is blocked
/// or ignored in it, whatever thread starts it, and it inherits no descriptor: a browser that held a test's socket would
/// keep that connection open. Should the tests' process die first, `ProcessKeeper` ends the group.
///
/// Its calls block: use them in `onThread { }`, not on the cooperative pool.
final class ChildProcess: Sendable {
    private enum State {
        case running
        case ended(status: CInt)
    }

    let name: String
    let identifier: pid_t
    /// Where its standard error goes.
    private let log: String
    private let input: CInt
    private let output: CInt
    /// What it wrote and nobody has read yet.
    private let unread = Mutex<[UInt8]>([])
    private let state = Mutex(State.running)
    private let isKept: Bool
    private let hasEnded = Atomic(false)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: its arguments, without its name.
    ///   - environment: what is added to this process's own.
    ///   - log: the file for its standard error; the last lines are told with a failure.
    ///   - isKept: whether the keeper ends it when this process dies.
    /// - Throws: `BrowserFailure` when it can't be started.
    init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        log: String,
        isKept: Bool = true
    ) throws {
        // A socket can be written to without a signal when nobody reads any more.
        let input = try DescriptorPair.socket()
        let output = try DescriptorPair.pipe()
        let logDescriptor = unsafe open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { for descriptor in [input.reading, output.writing, logDescriptor] { close(descriptor) } }
        name = (program as NSString).lastPathComponent
        self.log = log
        self.input = input.writing
        self.output = output.reading
        self.isKept = isKept
        let spawn = Spawn(
            program: program,
            arguments: arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
            descriptors: [input.reading, output.writing, logDescriptor]
        )
        do {
            identifier = try spawn.run()
        } catch {
            close(self.input)
            close(self.output)
            throw error
        }
        if isKept { try ProcessKeeper.shared.get().keep(identifier) }
    }

    deinit {
        end()
        close(input)
        close(output)
    }

    // MARK: Talking to it

    /// Writes a line to its standard input.
    func write(line: String) throws {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            guard case .bytes(let count) = unsafe rest.withUnsafeBytes({ unsafe transmit(input, $0) }) else {
                throw failure("takes no input")
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends its standard input.
    func finishInput() { shutdownSending(input) }

    /// Reads a line of its standard output.
    ///
    /// - Returns: the line without its end, or `nil` when the output has ended.
    func readLine(within limit: Duration) throws -> String? {
        let deadline = ContinuousClock.now + limit
        while true {
            if let line = takeLine() { return line }
            var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let rest = (deadline - .now).milliseconds
            guard rest > 0 else { throw failure("said nothing for \(limit)") }
            guard Self.poll(&poll, rest) > 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 1 << 14)
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(output, $0.baseAddress, $0.count) }
            guard count > 0 else { return nil }
            unread.withLock { $0 += buffer[..<count] }
        }
    }

    private func takeLine() -> String? {
        unread.withLock { unread in
            guard let end = unread.firstIndex(of: 10) else { return nil }
            let line = String(decoding: unread[..<end], as: UTF8.self)
            unread.removeFirst(end + 1)
            return line
        }
    }

    private static func poll(_ descriptor: inout pollfd, _ milliseconds: CInt) -> CInt {
        #if canImport(Glibc)
        unsafe Glibc.poll(&descriptor, 1, milliseconds)
        #elseif canImport(Darwin)
        unsafe Darwin.poll(&descriptor, 1, milliseconds)
        #else
        unsafe Musl.poll(&descriptor, 1, milliseconds)
        #endif
    }

    // MARK: Its end

    /// Whether it still runs.
    var isRunning: Bool { state.withLock { isRunning(&$0) } }

    /// Asks the system once, since an ended process can be asked after only once.
    private func isRunning(_ state: inout State) -> Bool {
        guard case .running = state else { return false }
        var status: CInt = 0
        guard unsafe waitpid(identifier, &status, WNOHANG) == identifier else { return true }
        state = .ended(status: status)
        return false
    }

    /// Waits until it has ended by itself.
    ///
    /// - Returns: whether it has.
    @discardableResult
    func waitForEnd(within limit: Duration) -> Bool {
        let deadline = ContinuousClock.now + limit
        while isRunning {
            guard ContinuousClock.now < deadline else { return false }
            usleep(2000)
        }
        return true
    }

    /// Kills it and its group, and returns when nothing of them runs any more.
    func end() {
        guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
        // Before the program is waited for: its number is nobody else's until then.
        kill(-identifier, SIGKILL)
        waitForEnd(within: .seconds(5))
        let deadline = ContinuousClock.now + .seconds(5)
        while ProcessGroup.isRunning(identifier), ContinuousClock.now < deadline {
            kill(-identifier, SIGKILL)
            usleep(2000)
        }
        if isKept { try? ProcessKeeper.shared.get().forget(identifier) }
    }

    /// Asks the program to end, as a terminal does.
    func interrupt() { kill(identifier, SIGINT) }

    /// Kills the program alone, as a crash would end it.
    func crash() { kill(identifier, SIGKILL) }

    /// A failure of this program, with how it ended and its last words.
    func failure(_ what: String) -> BrowserFailure {
        let ending = state.withLock { state in
            switch (isRunning(&state), state) {
            case (false, .ended(let status)) where status & 0x7F == 0: ", which ended with code \(status >> 8),"
            case (false, .ended(let status)): ", which ended by signal \(status & 0x7F),"
            default: ""
            }
        }
        let words = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        let last = words.split(separator: "\n").suffix(12).joined(separator: "\n")
        return BrowserFailure("\(name)\(ending) \(what)\(last.isEmpty ? "" : "; its last words:\n\(last)")")
    }
}

extension Duration {
    /// Whole milliseconds, as `poll` takes them.
    fileprivate var milliseconds: CInt { CInt(clamping: Int64(self / .milliseconds(1))) }
}
