package import LoopbackKit
package import LoopbackKitHTTP

/// A service of this machine that pages may call, as the command line names it.
package struct AllowedUpstream: Hashable, Sendable, CustomStringConvertible {
    /// The host as pages write it.
    package let host: HTTPHost
    /// The port.
    package let port: UInt16

    /// Reads `HOST:PORT`.
    ///
    /// - Throws: `UsageError` when it is none, or when no page may call it however the guard is opened.
    package init(_ text: String) throws(UsageError) {
        let colon = text.lastIndex(of: ":") ?? text.endIndex
        let digits = text[colon...].dropFirst()
        guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(digits), port > 0 else {
            throw UsageError("--allow-upstream needs HOST:PORT, not \(text).")
        }
        guard let host = try? HTTPHost(String(text[..<colon])) else {
            throw UsageError(
                "--allow-upstream needs a name, an IPv4 address or [IPv6 address] before :PORT, not \(text)."
            )
        }
        guard !BadPorts.contains(port) else {
            throw UsageError("No page may call port \(port), whatever listens there: browsers block it.")
        }
        if let address = host.address, UpstreamOpening(address: address, port: port) == nil {
            throw UsageError("--allow-upstream opens services of this machine, and \(host) is no loopback address.")
        }
        self.host = host
        self.port = port
    }

    /// Host and port as in a URL.
    package var description: String { "\(host):\(port)" }

    /// What the guard has to let pass: host and port with each loopback address that the host leads to now.
    ///
    /// - Parameter resolver: looks a name up.
    /// - Returns: at least one opening.
    /// - Throws: `HostFailure` when the host leads to no loopback address.
    package func openings(by resolver: any HTTPResolver) async throws(HostFailure) -> [UpstreamOpening] {
        if let address = host.address { return [UpstreamOpening(address: address, port: port)].compactMap { $0 } }
        let addresses: [IPAddress]
        do {
            addresses = try await resolver.addresses(of: "\(host)", port: port).compactMap { IPAddress($0) }
        } catch {
            throw .usage("--allow-upstream \(self): \(host) can't be looked up (\(error)).")
        }
        let openings = addresses.compactMap { UpstreamOpening(host: host, port: port, address: $0) }
        guard !openings.isEmpty else {
            let found = addresses.map(\.description).joined(separator: ", ")
            throw .usage("--allow-upstream \(self): \(host) leads to \(found), and to no loopback address.")
        }
        return openings
    }
}
