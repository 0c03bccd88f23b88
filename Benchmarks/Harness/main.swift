internal import BenchmarkSubject

/// The program has three faces: the harness, the process of the servers that are measured, and the keeper of another
/// program; the harness starts the other two itself.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "subject", let options = SubjectOptions(arguments: arguments.dropFirst()) {
    Subject(options).run()
}
if arguments.first == "keep", let keeper = Keeper(arguments: arguments.dropFirst()) { keeper.run() }
CommandFace(arguments: arguments).run()
