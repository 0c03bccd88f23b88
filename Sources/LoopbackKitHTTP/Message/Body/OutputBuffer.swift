/// A growing block of bytes that heads and small bodies are written into before they are sent in one piece.
@safe
package struct OutputBuffer: ~Copyable {  // every access to the block is bounded by `count` and its capacity
    private var storage: UnsafeMutableBufferPointer<UInt8>
    package private(set) var count = 0

    package init(capacity: Int = 4096) { unsafe storage = .allocate(capacity: capacity) }

    deinit { unsafe storage.deallocate() }

    package var isEmpty: Bool { count == 0 }

    package mutating func removeAll() { count = 0 }

    /// Gives the bytes back to `count` bytes; more is a programmer's error.
    package mutating func truncate(to count: Int) {
        precondition(count <= self.count)
        self.count = count
    }

    /// Makes room for `extra` more bytes.
    @inline(__always)
    package mutating func reserve(_ extra: Int) {
        if unsafe extra > storage.count - count { grow(extra) }
    }

    @inline(never)
    private mutating func grow(_ extra: Int) {
        let larger = unsafe UnsafeMutableBufferPointer<UInt8>.allocate(
            capacity: Swift.max(storage.count * 2, count + extra)
        )
        // The old block's first `count` bytes are initialised, the new one is larger.
        _ = unsafe larger.update(fromContentsOf: storage[..<count])
        unsafe storage.deallocate()
        unsafe storage = larger
    }

    package mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe storage[count] = byte
        count += 1
    }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        guard let source = bytes.baseAddress, let base = unsafe storage.baseAddress else { return }
        unsafe UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }  // read only for the length of the call
    }

    package mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

    package mutating func append(text: String) {
        var text = text
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }  // read only for the length of the call
    }

    @inline(__always)
    package mutating func append(_ text: StaticString) {
        // Inlined with its count known, so that a short text is copied by a few moves.
        reserve(text.utf8CodeUnitCount)
        guard let base = unsafe storage.baseAddress else { return }
        // Static storage, and room for it by the line above.
        unsafe UnsafeMutableRawPointer(base + count).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    /// Writes a number in decimal digits; a negative one is a programmer's error.
    package mutating func append(decimal number: Int) {
        appendDigits(of: number) { $0.quotientAndRemainder(dividingBy: 10) }
    }

    /// Writes a number in lower-case hexadecimal digits; a negative one is a programmer's error.
    package mutating func append(hexadecimal number: Int) {
        appendDigits(of: number) { $0.quotientAndRemainder(dividingBy: 16) }
    }

    /// Writes digits; inlined with the division by a constant, which costs no dividing.
    @inline(__always)
    private mutating func appendDigits(of number: Int, _ divide: (UInt) -> (quotient: UInt, remainder: UInt)) {
        precondition(number >= 0)
        // The digits of 64 bits, from behind.
        reserve(20)
        let end = count + 20
        var first = end
        var rest = UInt(number)
        repeat {
            let (quotient, digit) = divide(rest)
            first -= 1
            unsafe storage[first] = UInt8(truncatingIfNeeded: digit < 10 ? 48 + digit : 87 + digit)
            rest = quotient
        } while rest > 0
        for index in first..<end { unsafe storage[count + index - first] = storage[index] }
        count += end - first
    }

    /// Gives room for up to `capacity` bytes behind the content; the closure tells how many it wrote.
    package mutating func append(
        capacity: Int,
        _ write: (UnsafeMutableRawBufferPointer) -> Int
    ) {
        reserve(capacity)
        let room = unsafe UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(storage)[count..<count + capacity]
        )
        let written = unsafe write(room)
        precondition((0...capacity).contains(written))
        count += written
    }

    package borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try unsafe body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage)[..<count]))
    }

    /// A copy of the content, from its byte `start` on.
    package borrowing func copy(from start: Int = 0) -> [UInt8] { unsafe withBytes { unsafe Array($0[start...]) } }
}
