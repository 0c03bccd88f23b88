/// What is remembered of a file that was served: fields, and a small file's bytes.
package final class CachedFile: Sendable {
    /// The percent-encoded path that was asked for.
    package let key: [UInt8]
    /// The path in the folder that was served, with a NUL at its end.
    let path: [UInt8]
    let representation: FileRepresentation
    /// The file's bytes; only where `places` can tell that they are still the right ones.
    let content: [UInt8]?
    /// The absolute paths, each with a NUL at its end, of the folders on the way and of the file.
    private let places: [[UInt8]]

    /// How many folders on the way are looked at; deeper files are opened each time, which costs less then.
    static let deepest = 3

    package init(
        key: [UInt8],
        path: FolderPath,
        root: [UInt8],
        representation: FileRepresentation,
        content: [UInt8]?
    ) {
        self.key = key
        self.path = path.bytes
        self.representation = representation
        var places: [[UInt8]] = []
        if content != nil {
            for end in path.bytes.indices where path.bytes[end] == 47 || path.bytes[end] == 0 {
                places.append(Array(root.dropLast()) + [47] + path.bytes[..<end] + [0])
            }
        }
        self.places = places
        self.content = places.count <= Self.deepest + 1 ? content : nil
    }

    /// The bytes, when the path leads to this very version of the file, inside the folder, at this moment.
    ///
    /// No link is followed below the folder: each step must be a real folder, so the file lies inside, and the last one
    /// must be the file in the state that was read. That costs one call for each step, and no descriptor.
    func currentContent() -> [UInt8]? {
        guard let content, let file = places.last else { return nil }
        for folder in places.dropLast() {
            guard (try? FileStatus(path: folder, followsLink: false))?.kind == .folder else { return nil }
        }
        guard let status = try? FileStatus(path: file, followsLink: false), status == representation.status else {
            return nil
        }
        return content
    }
}

/// A bounded memory of the files that were served last.
///
/// A table of sets, as processors have: a path's hash chooses the set, and each set keeps the entries that were used
/// last. Looking one up costs no allocation and no second hash, which a dictionary's would. Paths whose hashes collide
/// push each other out, and are never taken for one another.
package struct FileCache {
    private struct Slot {
        var hash: UInt64
        var entry: CachedFile
        var lastUse: UInt64
    }

    /// How many entries a set has; their number and the number of sets are powers of two.
    private static let ways = 8
    private static let sets = 64
    /// The most bytes that one file may have to be kept.
    static let smallFile = 32 * 1024

    private let largest: Int
    private var slots: [Slot?]
    private var uses: UInt64 = 0
    /// How many bytes of files it holds.
    package private(set) var bytes = 0

    /// Makes an empty memory for that many bytes of files, all together.
    package init(largest: Int) {
        self.largest = largest
        slots = Array(repeating: nil, count: Self.ways * Self.sets)
    }

    /// How many entries it holds.
    package var count: Int { slots.count { $0 != nil } }

    /// The entry of a path, which becomes the one used last.
    package mutating func entry(_ key: Span<UInt8>) -> CachedFile? {
        let hash = key.tableHash
        for index in Self.set(of: hash) {
            guard let slot = slots[index], slot.hash == hash, key.hasBytes(slot.entry.key) else { continue }
            uses += 1
            slots[index]?.lastUse = uses
            return slot.entry
        }
        return nil
    }

    /// Keeps an entry, and gives up those that were not used for longest until it fits.
    package mutating func insert(_ entry: CachedFile) {
        let size = entry.content?.count ?? 0
        guard size <= largest else { return }
        let key = entry.key
        let hash = key.span.tableHash
        let set = Self.set(of: hash)
        let place = set.first { slots[$0]?.hash == hash } ?? leastUsed(set)
        remove(at: place)
        while bytes > largest - size { remove(at: leastUsed(slots.indices) { $0.entry.content != nil }) }
        uses += 1
        slots[place] = Slot(hash: hash, entry: entry, lastUse: uses)
        bytes += size
    }

    private mutating func remove(at index: Int) {
        bytes -= slots[index]?.entry.content?.count ?? 0
        slots[index] = nil
    }

    /// An empty place, or else that of the entry which was not used for longest, among those that count.
    private func leastUsed(_ places: Range<Int>, where counts: ((Slot) -> Bool)? = nil) -> Int {
        func age(_ index: Int) -> UInt64 {
            guard let slot = slots[index] else { return counts == nil ? 0 : .max }
            return counts?(slot) ?? true ? slot.lastUse : .max
        }
        return places.min { age($0) < age($1) } ?? places.lowerBound
    }

    private static func set(of hash: UInt64) -> Range<Int> {
        let first = Int(truncatingIfNeeded: hash & UInt64(sets - 1)) * ways
        return first..<first + ways
    }
}

extension FileStatus {
    /// Whether another change is sure to give another state, so that this one can be remembered.
    ///
    /// Two changes within one tick of the file system's clock give one state; the coarsest clocks in use tick every
    /// two seconds.
    package func isSettled(for seconds: Int, at now: FileTime) -> Bool {
        changed < FileTime(seconds: now.seconds - seconds, nanoseconds: now.nanoseconds)
    }
}
