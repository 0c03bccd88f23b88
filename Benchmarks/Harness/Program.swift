#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// This program and its machine.
enum Program {
    /// Its path, to start its other faces.
    static var path: String {
        var path = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &path, path.count)
        guard count > 0 else { return CommandLine.arguments[0] }
        return String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Finds a program in the places of programs, and where system services are.
    static func find(_ name: String) -> String? {
        if name.contains("/") { return unsafe access(name, X_OK) == 0 ? name : nil }
        let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        let places =
            folders.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"]
        return places.map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
    }

    /// The number of processors.
    static var processors: Int { max(1, sysconf(numericCast(_SC_NPROCESSORS_ONLN))) }

    /// Allows as many descriptors as the system lets it.
    ///
    /// - Returns: their number.
    static func raiseDescriptorLimit() -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard unsafe getrlimit(resource, &limit) == 0 else { return 256 }
        limit.rlim_cur = min(limit.rlim_max, 1 << 20)
        _ = unsafe setrlimit(resource, &limit)
        _ = unsafe getrlimit(resource, &limit)
        return Int(clamping: limit.rlim_cur)
    }

    /// The processor, its cores and the kernel, in a line.
    static var machine: String {
        var names = utsname()
        var kernel = ""
        if unsafe uname(&names) == 0 {
            kernel = "\(string(names.sysname)) \(string(names.release)) \(string(names.machine))"
        }
        let cores = processors == 1 ? "1 core" : "\(processors) cores"
        return [processorModel, cores, kernel].compactMap { $0 }.joined(separator: ", ")
    }

    private static var processorModel: String? {
        guard let text = try? TextFile.read("/proc/cpuinfo") else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        return line.flatMap { $0.split(separator: ":", maxSplits: 1).last }.map { String($0.drop { $0 == " " }) }
    }

    /// The text in a tuple of C characters.
    private static func string<Characters>(_ characters: Characters) -> String {
        unsafe withUnsafeBytes(of: characters) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
