#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Finds where answers end in a connection's bytes, at the least cost that still checks them.
///
/// It reads the status, the content length and whether the server will close; bodies are counted, not looked at. A head
/// that is split between two reads is put together first. Answers without a length are not understood: a server that is
/// measured sends none.
package struct ResponseScanner: Sendable {
    /// What was found.
    package enum Event: Equatable, Sendable {
        /// All bytes belong to an answer that goes on.
        case incomplete
        /// An answer ended.
        case answer(Answer)
        /// This is no HTTP answer with a length.
        case malformed
    }

    /// What was read of an answer.
    package struct Answer: Equatable, Sendable {
        /// The status code.
        package var status = 0
        /// The length of its body.
        package var length = 0
        /// Whether the server said that it will close the connection.
        package var closes = false

        package init(status: Int = 0, length: Int = 0, closes: Bool = false) {
            self.status = status
            self.length = length
            self.closes = closes
        }
    }

    /// The largest head that is put together from pieces.
    private static let largestHead = 65536

    private var partialHead: [UInt8] = []
    private var answer = Answer()
    private var isInBody = false
    /// What is still to come of the present body.
    package private(set) var remaining = 0

    package init() {}

    /// Whether an answer has begun.
    package var isInside: Bool { isInBody || !partialHead.isEmpty }

    /// Takes bytes of the present body that were received elsewhere, no more than `remaining`.
    package mutating func skipBody(_ count: Int) -> Event { finish(count) }

    /// Goes on with bytes.
    ///
    /// - Parameters:
    ///   - bytes: what was received.
    ///   - position: where to begin in it; moved behind what was understood.
    /// - Returns: what was found.
    package mutating func next(_ bytes: UnsafeRawBufferPointer, from position: inout Int) -> Event {
        if !isInBody {
            let event = unsafe head(bytes, from: &position)
            guard event == nil else { return event ?? .malformed }
        }
        let count = min(remaining, bytes.count - position)
        position += count
        return finish(count)
    }

    private mutating func finish(_ count: Int) -> Event {
        remaining -= count
        guard remaining == 0 else { return .incomplete }
        isInBody = false
        return .answer(answer)
    }

    /// Reads a head; `nil` when it is complete.
    private mutating func head(_ bytes: UnsafeRawBufferPointer, from position: inout Int) -> Event? {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[position...])
        if partialHead.isEmpty {
            switch unsafe HeadScan.read(rest) {
            case .complete(let length, let found): return begin(found, headEnd: length, position: &position)
            case .malformed: return .malformed
            case .incomplete: break
            }
        }
        let known = partialHead.count
        unsafe partialHead.append(contentsOf: rest)
        let outcome = unsafe partialHead.withUnsafeBytes { unsafe HeadScan.read($0) }
        switch outcome {
        case .complete(let length, let found):
            partialHead = []
            return begin(found, headEnd: length - known, position: &position)
        case .malformed: return .malformed
        case .incomplete:
            position = bytes.count
            return partialHead.count > Self.largestHead ? .malformed : .incomplete
        }
    }

    private mutating func begin(_ found: Answer, headEnd: Int, position: inout Int) -> Event? {
        position += headEnd
        answer = found
        remaining = found.length
        isInBody = true
        return nil
    }
}

/// Reads a head that may be incomplete.
private enum HeadScan {
    case incomplete
    case malformed
    case complete(length: Int, ResponseScanner.Answer)

    /// Reads from the status line to the empty line.
    static func read(_ bytes: UnsafeRawBufferPointer) -> HeadScan {
        var answer = ResponseScanner.Answer()
        var length: Int?
        var start = 0
        while true {
            guard let feed = unsafe lineFeed(bytes, from: start) else { return .incomplete }
            guard feed > start, unsafe bytes[feed - 1] == 13 else { return .malformed }
            let line = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<feed - 1])
            start = feed + 1
            if unsafe line.isEmpty { break }
            if answer.status == 0 {
                guard let status = unsafe status(line) else { return .malformed }
                answer.status = status
            } else if unsafe has(line, "content-length:") {
                guard let number = unsafe number(line.dropFirst(15)) else { return .malformed }
                length = number
            } else if unsafe has(line, "connection: close") {
                answer.closes = true
            }
        }
        guard answer.status != 0, let length else { return .malformed }
        answer.length = length
        return .complete(length: start, answer)
    }

    private static func lineFeed(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = unsafe memchr(base + start, 10, bytes.count - start)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - base
    }

    private static func status(_ line: UnsafeRawBufferPointer) -> Int? {
        guard line.count >= 12, unsafe has(line, "http/1."), unsafe line[8] == 32 else { return nil }
        return unsafe number(line[9..<12])
    }

    private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
        var value = 0
        var isEmpty = true
        for index in unsafe digits.indices where unsafe digits[index] != 32 {
            let byte = unsafe digits[index]
            guard byte >= 48, byte <= 57, value < 1 << 48 else { return nil }
            value = value * 10 + Int(byte - 48)
            isEmpty = false
        }
        return isEmpty ? nil : value
    }

    /// Whether a line begins with this text, which is in lower case.
    @inline(__always)
    private static func has(_ line: UnsafeRawBufferPointer, _ name: StaticString) -> Bool {
        let count = name.utf8CodeUnitCount
        guard line.count >= count, unsafe line[0] | 32 == name.utf8Start[0] else { return false }
        for index in 1..<count where unsafe lower(line[index]) != name.utf8Start[index] { return false }
        return true
    }

    @inline(__always)
    private static func lower(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte | 32 : byte }
}
