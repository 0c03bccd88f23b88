/// What of a connection's answers waits for the peer to read, in order.
package struct OutputQueue {
    enum Segment {
        case bytes([UInt8], from: Int)
        case file(OpenFile, offset: Int, count: Int)
    }

    private var segments: [Segment] = []
    private var first = 0
    /// The number of bytes that wait; a file's count too.
    package private(set) var count = 0
    /// The number of bytes that wait in memory.
    package private(set) var bufferedCount = 0

    package init() {}

    package var isEmpty: Bool { first == segments.count }

    package mutating func append(bytes: [UInt8], from start: Int = 0) {
        guard start < bytes.count else { return }
        count += bytes.count - start
        bufferedCount += bytes.count - start
        if bytes.count - start <= Self.joined / 4, join(bytes[start...]) { return }
        segments.append(.bytes(bytes, from: start))
    }

    /// Small pieces become one of up to so many bytes: each by itself would take more memory than it has bytes.
    private static let joined = 1 << 14

    private mutating func join(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let index = segments.indices.last, index >= first, case .bytes(var last, let start) = segments[index],
            last.count + bytes.count <= Self.joined
        else { return false }
        segments[index] = .bytes([], from: 0)  // so that the bytes are changed in place
        last += bytes
        segments[index] = .bytes(last, from: start)
        return true
    }

    package mutating func append(file: OpenFile, offset: Int, count: Int) {
        guard count > 0 else { return }
        segments.append(.file(file, offset: offset, count: count))
        self.count += count
    }

    package mutating func removeAll() {
        segments = []
        first = 0
        count = 0
        bufferedCount = 0
    }

    /// What came of a round of sending.
    package enum Outcome {
        /// Everything is sent.
        case done
        /// The peer has to read first.
        case blocked
        /// The round's budget is used up, and the peer would take more.
        case paused
        /// The connection failed.
        case failed
        /// A file ended early.
        case fileShrank
    }

    /// Sends until all is sent, the peer has to read, or the budget in bytes is used up.
    package mutating func send(to descriptor: CInt, budget: Int) -> Outcome {
        // A reader that is always behind never lets the queue run empty.
        forgetSent()
        var spent = 0
        while first < segments.count {
            guard spent < budget else { return .paused }
            let (result, size) = sendFirst(to: descriptor, budget: budget - spent)
            switch result {
            case .blocked: return .blocked
            case .failed: return .failed
            case .bytes(0): return .fileShrank
            case .bytes(let sent):
                spent += sent
                let isBytes = if case .bytes = segments[first] { true } else { false }
                take(sent)
                // A file that fell short is asked once more: the peer is slow, or the file has ended.
                if isBytes, sent < size { return .blocked }
            }
        }
        removeSent()
        return .done
    }

    /// Forgets the places of what is sent, in steps so that the rest is moved seldom.
    private mutating func forgetSent() {
        guard first >= 64, first * 2 >= segments.count else { return }
        segments.removeSubrange(..<first)
        first = 0
    }

    private func sendFirst(to descriptor: CInt, budget: Int) -> (IOResult, size: Int) {
        switch segments[first] {
        case .bytes(let bytes, let start):
            let more = first + 1 < segments.count
            let result = unsafe bytes.withUnsafeBytes {
                unsafe transmit(descriptor, UnsafeRawBufferPointer(rebasing: $0[start...]), more: more)
            }
            return (result, bytes.count - start)
        case .file(let file, let offset, let count):
            let size = min(count, budget)
            return (transmitFile(descriptor, file.descriptor, offset: offset, count: size), size)
        }
    }

    private mutating func take(_ sent: Int) {
        count -= sent
        switch segments[first] {
        case .bytes(let bytes, let start):
            bufferedCount -= sent
            if start + sent == bytes.count { dropFirst() } else { segments[first] = .bytes(bytes, from: start + sent) }
        case .file(let file, let offset, let count):
            if sent == count {
                dropFirst()
            } else {
                segments[first] = .file(file, offset: offset + sent, count: count - sent)
            }
        }
    }

    /// Lets go of the first segment now, so that its file is closed or its bytes are freed.
    private mutating func dropFirst() {
        segments[first] = .bytes([], from: 0)
        first += 1
    }

    private mutating func removeSent() {
        segments.removeAll(keepingCapacity: false)
        first = 0
    }
}
