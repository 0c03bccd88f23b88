import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// A process group: a program and what it started.
enum ProcessGroup {
    /// Whether a member of it runs.
    static func isRunning(_ group: pid_t) -> Bool {
        guard kill(-group, 0) == 0 else { return false }
        #if os(Linux)
        // One that has ended stays a member until its parent asks for it, which may take the first process seconds.
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.contains { $0.first?.isNumber == true && isRunning($0, in: group) }
        #else
        return true
        #endif
    }

    #if os(Linux)
    private static func isRunning(_ process: String, in group: pid_t) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        // "42 (a name) S 1 42 ...": state, parent, group; the name may hold anything.
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 2 && fields[0] != "Z" && fields[0] != "X" && fields[2] == "\(group)"
    }
    #endif
}
