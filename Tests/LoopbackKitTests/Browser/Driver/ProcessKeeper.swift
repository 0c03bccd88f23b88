#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// Ends what is left of the browsers when the tests' process ends, however that happens.
///
/// A small shell waits at the other end of a socket. The system closes it with this process, also after a trap or a kill;
/// the shell then ends every process group that was not forgotten, politely first, since a display that is killed leaves
/// its lock behind, and removes the scratch folder.
final class ProcessKeeper: Sendable {
    /// The one of this process, made when the first program must be kept.
    static let shared = Result { try ProcessKeeper(folder: ScratchFolder.base.get()) }

    private let shell: ChildProcess

    /// Starts a shell.
    init(folder: String) throws {
        shell = try ChildProcess("/bin/sh", ["-c", Self.script, "keeper", folder], log: "/dev/null", isKept: false)
    }

    /// Adds a process group to those that end with this process.
    func keep(_ group: pid_t) throws { try shell.write(line: "keep \(group)") }

    /// Forgets a process group that has ended: its number may become another's.
    func forget(_ group: pid_t) throws { try shell.write(line: "forget \(group)") }

    /// Leaves the shell alone, as the end of this process does, and waits for its end.
    func leave() {
        shell.finishInput()
        shell.waitForEnd(within: .seconds(10))
    }

    private static let script = """
        groups=
        while read -r what group; do
            rest=
            for kept in $groups; do [ "$kept" = "$group" ] || rest="$rest $kept"; done
            groups=$rest
            [ "$what" = keep ] && groups="$groups $group"
        done
        for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
        [ -z "$groups" ] || sleep 0.3
        for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
        rm -rf -- "$1"
        """
}
