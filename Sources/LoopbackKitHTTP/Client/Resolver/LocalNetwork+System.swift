#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension LocalNetwork {
    /// Reads the interfaces' addresses and networks of now (getifaddrs(3)).
    ///
    /// Interfaces that are down count too: on some systems their addresses can be called. Addresses that a machine has
    /// only by its routing tables (Linux's `local` routes) are not seen.
    ///
    /// - Returns: the picture; `nil` when the system gives none.
    public static func current() -> LocalNetwork? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return nil }
        defer { unsafe freeifaddrs(list) }
        var network = LocalNetwork()
        var next = unsafe list
        while let entry = unsafe next {
            unsafe network.add(entry.pointee)
            unsafe next = entry.pointee.ifa_next
        }
        return network
    }

    private mutating func add(_ entry: ifaddrs) {
        guard let own = unsafe entry.ifa_addr else { return }
        let family = unsafe own.pointee.sa_family
        guard let address = unsafe IPAddress(own, family: family) else { return }
        // The system's pointers are good until the list is freed.
        let mask = unsafe entry.ifa_netmask.flatMap { unsafe IPAddress($0, family: family) }
        let isPointToPoint = unsafe CUnsignedInt(entry.ifa_flags) & CUnsignedInt(IFF_POINTOPOINT) != 0
        let farEnd = unsafe isPointToPoint ? entry.farEnd.flatMap { unsafe IPAddress($0, family: family) } : nil
        add(address, mask: mask, farEnd: farEnd)
    }

    /// Adds an interface's address.
    ///
    /// - Parameters:
    ///   - address: the address.
    ///   - mask: the mask of its network. One of no bits tells of no network: everything would be in it.
    ///   - farEnd: the other machine's address on a link between two.
    package mutating func add(_ address: IPAddress, mask: IPAddress?, farEnd: IPAddress?) {
        addresses.insert(address)
        let length = mask?.leadingOnes ?? 0
        if length > 0 { prefixes.insert(IPPrefix(address, length: length)) }
        if let farEnd { prefixes.insert(IPPrefix(farEnd, length: 128)) }
    }
}

extension IPAddress {
    /// For a mask: how long a prefix it stands for.
    fileprivate var leadingOnes: Int {
        switch self {
        case .ipv4(let word): (~word).leadingZeroBitCount
        case .ipv6(let high, let low): ~high == 0 ? 64 + (~low).leadingZeroBitCount : (~high).leadingZeroBitCount
        }
    }

    /// Reads an address that the system wrote.
    ///
    /// The family comes from the interface's address: BSD's masks have none of their own, and end before their last
    /// bytes of zero.
    fileprivate init?(_ system: UnsafePointer<sockaddr>, family: sa_family_t) {
        let size = CInt(family) == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        guard CInt(family) == AF_INET || CInt(family) == AF_INET6 else { return nil }
        #if canImport(Darwin)
        let length = unsafe min(size, Int(system.pointee.sa_len))
        #else
        let length = size
        #endif
        var storage = sockaddr_storage()
        unsafe withUnsafeMutableBytes(of: &storage) { room in  // bigger than every address of these families
            unsafe room.copyMemory(from: UnsafeRawBufferPointer(start: system, count: length))
        }
        storage.ss_family = family
        switch SocketAddress(storage) {
        case .ipv4(let word, _): self = .ipv4(word)
        case .ipv6(let high, let low, _, _): self = .ipv6(high, low)
        default: return nil
        }
    }
}

extension ifaddrs {
    /// The other end of a link between two machines.
    fileprivate var farEnd: UnsafeMutablePointer<sockaddr>? {
        #if canImport(Darwin)
        unsafe ifa_dstaddr
        #else
        unsafe ifa_ifu.ifu_dstaddr
        #endif
    }
}
