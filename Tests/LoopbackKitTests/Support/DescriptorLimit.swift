#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// Lets the process open so many more: for processes of a test's own.
func leaveDescriptors(_ count: Int) {
    var limit = rlimit()
    unsafe getrlimit(descriptorLimit, &limit)
    limit.rlim_cur = 256
    unsafe setrlimit(descriptorLimit, &limit)
    let first = unsafe open("/dev/null", O_RDONLY)  // the lowest number that is free
    close(first)
    limit.rlim_cur = rlim_t(Int(first) + count)
    unsafe setrlimit(descriptorLimit, &limit)
}

#if canImport(Glibc)
private let descriptorLimit = CInt(RLIMIT_NOFILE.rawValue)
#else
private let descriptorLimit = RLIMIT_NOFILE
#endif
