/// Bytes that wait, in the order in which they came; it holds no memory while none wait.
@safe
struct ByteQueue: ~Copyable {
    private static let smallestCapacity = 4096

    /// What lies from the start to the end is filled; empty and without memory while nothing is.
    private var storage = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var start = 0
    private var end = 0

    deinit { unsafe storage.deallocate() }

    var count: Int { end - start }

    /// Copies bytes behind the others.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard unsafe !bytes.isEmpty else { return }
        makeRoom(bytes.count)
        unsafe UnsafeMutableRawBufferPointer(rebasing: storage[end...]).copyMemory(from: bytes)
        end += bytes.count
    }

    /// Moves the first bytes out.
    ///
    /// - Returns: how many; fewer than the room has place for when no more wait.
    mutating func take(into room: UnsafeMutableRawBufferPointer) -> Int {
        let taken = min(room.count, count)
        guard taken > 0 else { return 0 }
        unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<start + taken]))
        start += taken
        if start == end { removeAll() }
        return taken
    }

    mutating func removeAll() {
        unsafe storage.deallocate()
        unsafe storage = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        (start, end) = (0, 0)
    }

    /// Has place behind the end for that many bytes, so that appending them in pieces moves nothing.
    mutating func makeRoom(_ added: Int) {
        guard unsafe storage.count - end < added else { return }
        let waiting = count
        let needed = waiting + added
        // Twice as large as before at least, so that bytes are moved a bounded number of times.
        let capacity = unsafe max(
            needed,
            Self.smallestCapacity,
            storage.count < needed ? storage.count * 2 : storage.count
        )
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<end]))
        unsafe storage.deallocate()
        unsafe storage = larger
        (start, end) = (0, waiting)
    }
}
