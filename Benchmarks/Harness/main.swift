internal import BenchmarkSubject

/// The program has two faces: the harness, and the process of the servers that are measured, which it starts itself.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "subject", let options = SubjectOptions(arguments: arguments.dropFirst()) {
    Subject(options).run()
}
print("usage: loopback-bench")
