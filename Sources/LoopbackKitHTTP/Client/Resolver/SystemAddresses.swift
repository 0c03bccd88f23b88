#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Asks the system for a name's addresses, and holds the calling thread meanwhile.
///
/// Both families are asked for, whatever this machine has (no `AI_ADDRCONFIG`): on a machine without a network that flag
/// hides the names of loopback addresses, and a guard should see every address that a name has.
func systemAddresses(of name: String) throws(HTTPResolverError) -> [SocketAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = streamSocket
    var list: UnsafeMutablePointer<addrinfo>?
    // The name holds no NUL; the list is freed below.
    let code = unsafe getaddrinfo(name, nil, &hints, &list)
    guard code == 0 else { throw HTTPResolverError(resolverErrorCode(code), name: name) }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var next = unsafe list
    while let entry = unsafe next {
        // An entry's address has the length that stands beside it.
        if let address = unsafe SocketAddress(entry.pointee.ai_addr, length: Int(entry.pointee.ai_addrlen)) {
            addresses.append(address)
        }
        unsafe next = entry.pointee.ai_next
    }
    return addresses
}

// EAI_NODATA and EAI_ADDRFAMILY, which the headers hide or call obsolete, and the systems return all the same.
#if canImport(Darwin)
private let noData: CInt = 7
private let noAddressOfFamily: CInt = 1
#else
private let noData: CInt = -5
private let noAddressOfFamily: CInt = -9
#endif

private func resolverErrorCode(_ code: CInt) -> HTTPResolverError.Code {
    switch code {
    case EAI_NONAME, noData, noAddressOfFamily: .notFound
    case EAI_AGAIN, EAI_FAIL: .unavailable
    default: .systemFailure
    }
}

extension SocketAddress {
    /// Copies an address that the system wrote; `nil` for a family without addresses of hosts.
    init?(_ system: UnsafePointer<sockaddr>?, length: Int) {
        guard let system = unsafe system else { return nil }
        var storage = sockaddr_storage()
        unsafe withUnsafeMutableBytes(of: &storage) { room in
            let bytes = unsafe UnsafeRawBufferPointer(start: system, count: min(length, room.count))
            unsafe room.copyMemory(from: bytes)  // no more than there is room
        }
        self.init(storage)
    }
}
