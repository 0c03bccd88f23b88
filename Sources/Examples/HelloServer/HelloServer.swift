import LoopbackKitHTTP
import TerminalProgram

/// A server that shows what LoopbackKitHTTP has, by itself.
@main
struct HelloServer {
    static func main() async {
        do {
            let options = try HelloOptions(CommandLine.arguments.dropFirst())
            let router = Router.hello(files: try options.files.map { try FolderResponder(folder: $0) })
            let server = HTTPServer(configuration: options.configuration, handler: router)
            try await withThrowingTaskGroup(of: Void.self) { group in
                // The first Ctrl-C lets answers end; `run` returns when the last connection is gone.
                group.addTask { try await server.run(stoppingOn: [.interrupt, .terminate]) }
                TerminalProgram.tell("http://\(try await server.listeningAddress)/")
                try await group.waitForAll()
            }
        } catch is HelloOptions.UsageError {
            TerminalProgram.fail(HelloOptions.usage, exitCode: 64)
        } catch {
            TerminalProgram.fail("hello-server: \(error)", exitCode: error is FolderError ? 66 : 69)
        }
    }
}
