import LoopbackKitHTTP
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// In processes of their own, which have no descriptor left.
@Suite("Without descriptors", .timeLimit(.minutes(5)))
struct DescriptorShortageTests {
    @Test("HTTP-6 A server and its signals end with a typed error where descriptors are short")
    func typedErrors() async {
        await #expect(processExitsWith: .success) {
            for count in 0..<3 {
                leaveDescriptors(count)
                // A pipe takes two.
                if count < 2, signalError() != HTTPServerError(.outOfResources, errno: EMFILE) { exit(1) }
                if await serverError() != HTTPServerError(.outOfResources, errno: EMFILE) { exit(2) }
            }
        }
    }
}

private func signalError() -> HTTPServerError? {
    do {
        _ = try StopSignal.first()
        return nil
    } catch {
        return error
    }
}

private func serverError() async -> HTTPServerError? {
    do {
        try await HTTPServer { _ in HTTPResponse() }.run()
        return nil
    } catch {
        return error as? HTTPServerError
    }
}
