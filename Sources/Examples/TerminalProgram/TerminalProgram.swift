#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the examples need as programs in a terminal.
package enum TerminalProgram {
    /// Prints a line on standard output at once, also into a pipe.
    package static func tell(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Prints a text on standard error.
    package static func warn(_ message: String) {
        let line = Array((message + "\n").utf8)
        unsafe _ = write(2, line, line.count)  // reads the array alone
    }

    /// Prints a sentence on standard error, and ends the process with a code of `sysexits.h`.
    package static func fail(_ message: String, exitCode: Int32) -> Never {
        warn(message)
        exit(exitCode)
    }
}
