extension Playlist {
    /// Brings a playlist's addresses into the proxy.
    ///
    /// A relative address that stays below the playlist's own place is left as it is, since it resolves to a place in the
    /// proxy; so is one of another scheme. Every byte that is no address stays, line ends too. An address that holds a
    /// variable of `EXT-X-DEFINE` (`{$name}`) is left alone: what it becomes is known to the player only.
    ///
    /// - Parameters:
    ///   - playlist: the playlist's bytes.
    ///   - address: gives the proxy's address for a reference that leaves the playlist's folder, as it is written: an
    ///     absolute one, or one relative to the playlist's address; `nil` leaves it alone.
    /// - Returns: the playlist with those addresses.
    package static func rewrite(_ playlist: [UInt8], address: (String) -> String?) -> [UInt8] {
        var rewritten: [UInt8] = []
        rewritten.reserveCapacity(playlist.count + playlist.count / 2)
        var position = 0
        for range in PlaylistAddresses.find(in: playlist) {
            let reference = playlist[range]
            guard PlaylistReference.leavesFolder(reference), !holdsVariable(reference),
                let written = String(validating: reference, as: UTF8.self), let new = address(written),
                // It must stay on one line, and in one quoted string.
                new.utf8.allSatisfy({ $0 > 32 && $0 != UInt8(ascii: "\"") })
            else { continue }
            rewritten += playlist[position..<range.lowerBound]
            rewritten += new.utf8
            position = range.upperBound
        }
        rewritten += playlist[position...]
        return rewritten
    }

    private static func holdsVariable(_ reference: ArraySlice<UInt8>) -> Bool {
        zip(reference, reference.dropFirst()).contains { $0 == UInt8(ascii: "{") && $1 == UInt8(ascii: "$") }
    }
}
