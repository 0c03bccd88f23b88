package import LoopbackKitHTTP

extension Playlist {
    /// Brings a playlist's addresses into the proxy.
    ///
    /// A relative address that stays below the playlist's own place is left as it is, since it resolves to a place in the
    /// proxy: unless redirects led to another folder than the player knows of. Addresses of other schemes stay. So does
    /// one that holds a variable of `EXT-X-DEFINE` (`{$name}`): what it becomes is known to the player only. Every byte
    /// that is no address stays, line ends too.
    ///
    /// - Parameters:
    ///   - playlist: the playlist's bytes.
    ///   - requested: the address that the page asked for.
    ///   - answered: the address that the playlist came from, after redirects.
    ///   - address: gives the proxy's address for what a reference means; `nil` leaves it alone.
    /// - Returns: the playlist with those addresses.
    package static func rewrite(
        _ playlist: [UInt8],
        requested: HTTPURL,
        answered: HTTPURL,
        address: (HTTPURL) -> String?
    ) -> [UInt8] {
        let isMoved = requested.origin != answered.origin || !requested.folder.elementsEqual(answered.folder)
        return rewrite(playlist, isMoved: isMoved) { reference in
            (try? HTTPURL(reference, relativeTo: answered)).flatMap(address)
        }
    }

    /// Brings a playlist's addresses into the proxy, without a look at what they mean.
    ///
    /// - Parameters:
    ///   - playlist: the playlist's bytes.
    ///   - isMoved: whether addresses below the playlist's place are brought in, too.
    ///   - address: gives the proxy's address for a reference as it is written; `nil` leaves it alone.
    /// - Returns: the playlist with those addresses; as it is when it has more than `addressLimit` of them, or would grow
    ///   beyond twice the limit of its size.
    package static func rewrite(
        _ playlist: [UInt8],
        isMoved: Bool = false,
        address: (String) -> String?
    ) -> [UInt8] {
        var rewritten: [UInt8] = []
        rewritten.reserveCapacity(playlist.count + playlist.count / 2)
        var position = 0
        let ranges = PlaylistAddresses.find(in: playlist)
        guard ranges.count <= addressLimit else { return playlist }
        for range in ranges {
            // Players would not read so much.
            guard rewritten.count <= 2 * sizeLimit else { return playlist }
            let reference = playlist[range]
            guard leaves(reference, isMoved: isMoved), !holdsVariable(reference),
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

    private static func leaves(_ reference: ArraySlice<UInt8>, isMoved: Bool) -> Bool {
        switch PlaylistReference(reference) {
        case .belowFolder: isMoved
        case .elsewhere: true
        case .otherScheme: false
        }
    }

    private static func holdsVariable(_ reference: ArraySlice<UInt8>) -> Bool {
        zip(reference, reference.dropFirst()).contains { $0 == UInt8(ascii: "{") && $1 == UInt8(ascii: "$") }
    }
}

extension HTTPURL {
    /// The path up to its last slash.
    fileprivate var folder: Substring.UTF8View {
        path.utf8.dropLast(path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.count)
    }
}
