import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// SIGINT and SIGTERM as they come, instead of ending the process at once; after the first one they do that again.
func stopSignals() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let numbers = [SIGINT, SIGTERM]
    for number in numbers {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        // The handler holds its source until the signal came.
        source.setEventHandler {
            source.cancel()
            for number in numbers { signal(number, SIG_DFL) }
            continuation.yield()
        }
        source.activate()
    }
    return stream
}

/// Prints a line at once, also into a pipe.
func tell(_ line: String) {
    print(line)
    fflush(nil)
}

/// Ends the process with a sentence.
func fail(_ message: String, exitCode: Int32) -> Never {
    tell(message)
    exit(exitCode)
}
