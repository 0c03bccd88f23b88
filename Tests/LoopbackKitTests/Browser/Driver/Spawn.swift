import LoopbackKitHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// What `posix_spawn` is told to start a program with a clean slate.
///
/// Foundation's `Process` passes on the signals that the calling thread blocks, and those of the cooperative pool block
/// all: a program that was started there could not be stopped.
struct Spawn {
    let program: String
    let arguments: [String]
    let environment: [String: String]
    /// What become descriptors 0, 1 and 2; all others are closed.
    let descriptors: [CInt]

    #if canImport(Darwin)
    private typealias Actions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
    #else
    private typealias Actions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
    #endif

    /// Starts it.
    ///
    /// - Returns: its process identifier, which is its group's too.
    func run() throws -> pid_t {
        var actions = unsafe Self.makeActions()
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (target, descriptor) in descriptors.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(target))
        }
        var attributes = Self.makeAttributes()
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        #if canImport(Darwin)
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
        if let addCloseFrom = unsafe Self.addCloseFrom { _ = unsafe addCloseFrom(&actions, CInt(descriptors.count)) }
        #endif
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        // The system copies both lists before the call returns.
        var argumentList = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        var environmentList = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (argumentList + environmentList).forEach { unsafe free($0) } }
        var identifier: pid_t = 0
        let error = unsafe posix_spawn(
            &identifier,
            program,
            &actions,
            &attributes,
            &argumentList,
            &environmentList
        )
        guard error == 0 else { throw BrowserFailure("\(program) can't be started (errno \(error))") }
        return identifier
    }

    #if !canImport(Darwin)
    private typealias AddCloseFrom = @convention(c) (UnsafeMutablePointer<Actions>, CInt) -> CInt

    /// The call that closes all other descriptors; the C library has it, and the headers show it to C with extensions only.
    private static let addCloseFrom: AddCloseFrom? = unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafe unsafeBitCast($0, to: AddCloseFrom.self)
    }
    #endif

    private static func makeActions() -> Actions {
        #if canImport(Darwin)
        var actions: Actions = nil
        #else
        var actions = unsafe Actions()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        return unsafe actions
    }

    private static func makeAttributes() -> Attributes {
        #if canImport(Darwin)
        var attributes: Attributes = nil
        #else
        var attributes = Attributes()
        #endif
        unsafe posix_spawnattr_init(&attributes)
        return attributes
    }
}

/// Two descriptors, each of which gets what is written to the other; programs inherit them only where they are given one.
struct DescriptorPair {
    let reading: CInt
    let writing: CInt

    static func pipe() throws -> DescriptorPair { try make { unsafe systemPipe(&$0) } }

    static func socket() throws -> DescriptorPair {
        try make { unsafe socketpair(AF_UNIX, streamSocket, 0, &$0) }
    }

    private static func make(_ call: (inout [CInt]) -> CInt) throws -> DescriptorPair {
        var ends: [CInt] = [-1, -1]
        guard call(&ends) == 0 else { throw BrowserFailure("no descriptors can be made (errno \(errno))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return DescriptorPair(reading: ends[0], writing: ends[1])
    }
}

/// The system's call, whose name the type has taken.
private func systemPipe(_ ends: UnsafeMutablePointer<CInt>) -> CInt { unsafe pipe(ends) }
