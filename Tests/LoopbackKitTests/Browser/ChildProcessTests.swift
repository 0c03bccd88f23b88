import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

extension BrowserTests {
    /// Programs that tests start.
    @Suite("Child processes", .timeLimit(.minutes(5)))
    struct ChildProcessTests {
        private func shell(_ script: String, log: String) throws -> ChildProcess {
            try ChildProcess("/bin/sh", ["-c", script], environment: ["WORD": "a b"], log: log)
        }

        private func withShell<Value: Sendable>(
            _ script: String,
            _ body: @escaping @Sendable (ChildProcess) throws -> Value
        ) async throws -> Value {
            let folder = try ScratchFolder("shell")
            return try await onThread {
                let process = try shell(script, log: "\(folder.path)/log")
                defer { process.end() }
                return try body(process)
            }
        }

        @Test("A program gets its environment and its input, and its output is read by lines")
        func lines() async throws {
            let lines = try await withShell("read line; echo \"$line, $WORD\"; echo; printf end") { process in
                try process.write(line: "é")
                let lines = try (0..<3).map { _ in try process.readLine(within: .seconds(10)) }
                #expect(process.waitForEnd(within: .seconds(10)))
                return lines
            }
            #expect(lines == ["é, a b", "", nil])
        }

        @Test("What a program started ends with it, and only then is its end told")
        func group() async throws {
            try await withShell("sleep 1000 & echo begun; wait") { process in
                let begun = try process.readLine(within: .seconds(10))
                #expect(begun == "begun")
                process.end()
                #expect(!process.isRunning)
                // The output ends when nobody has it any more, neither the shell nor what it started.
                #expect(try process.readLine(within: .seconds(10)) == nil)
            }
        }

        @Test("A program has no blocked or ignored signal, and no descriptor, of the thread that started it")
        func cleanSlate() async throws {
            #if os(Linux)
            // As a server's connections are, and without the flag that keeps them from other programs.
            let descriptor = RawSocket.make()
            defer { close(descriptor) }
            let lines = try await onThread {
                var (all, previous) = (sigset_t(), sigset_t())
                unsafe sigfillset(&all)
                unsafe pthread_sigmask(SIG_BLOCK, &all, &previous)
                defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
                let folder = try ScratchFolder("shell")
                let script = "echo $(ls /proc/self/fd); grep -E 'Sig(Blk|Ign)' /proc/self/status"
                let process = try shell(script, log: "\(folder.path)/log")
                return try (0..<3).map { _ in try process.readLine(within: .seconds(10)) }
            }
            // 3 is the folder that ls reads.
            #expect(lines[0] == "0 1 2 3")
            #expect(lines[1] == "SigBlk:\t0000000000000000")
            // The C library keeps two of the real-time signals, from 32 on, to itself.
            let ignored = try #require(lines[2].flatMap { UInt64($0.suffix(16), radix: 16) })
            #expect(ignored & 0x7FFF_FFFF == 0)
            #endif
        }

        @Test("A program that says nothing, or can't be started, is told in a sentence")
        func failures() async throws {
            let silent = await #expect(throws: BrowserFailure.self) {
                try await withShell("echo last words >&2; exec sleep 1000") { process in
                    _ = try process.readLine(within: .milliseconds(300))
                }
            }
            #expect(silent?.description.contains("sh said nothing for 0.3 seconds") == true)
            #expect(silent?.description.contains("last words") == true)
            let dead = await #expect(throws: BrowserFailure.self) {
                try await withShell("kill -9 $$") { process in
                    process.waitForEnd(within: .seconds(10))
                    try process.write(line: "a")
                }
            }
            #expect(dead?.description.contains("ended by signal 9") == true)
            let missing = #expect(throws: BrowserFailure.self) {
                _ = try ChildProcess("/nowhere/program", [], log: "/dev/null")
            }
            #expect(missing?.description == "/nowhere/program can't be started (errno 2)")
        }

        @Test("The keeper ends what is left and removes the folder when its other side is gone")
        func keeper() async throws {
            let folder = try ScratchFolder("keeper")
            let kept = try await withShell("echo $$; exec sleep 1000") { kept in
                let forgotten = try shell("exec sleep 1000", log: "/dev/null")
                let keeper = try ProcessKeeper(folder: folder.path)
                try keeper.keep(kept.identifier)
                try keeper.keep(forgotten.identifier)
                try keeper.forget(forgotten.identifier)
                keeper.leave()
                #expect(kept.waitForEnd(within: .seconds(10)))
                #expect(forgotten.isRunning)
                return kept
            }
            #expect(!kept.isRunning)
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }
    }
}
