/// What takes a head's field lines into account, one after the other.
protocol FieldLineReader {
    /// Takes a line.
    ///
    /// - Parameters:
    ///   - bytes: the head.
    ///   - name: where the name stands.
    ///   - value: where the value stands.
    ///   - lineCount: the line's bytes with its end.
    /// - Throws: `HTTPRefusal` when the line breaks a rule by itself or together with an earlier one.
    mutating func take(
        _ bytes: HeadBytes,
        name: Range<Int>,
        value: Range<Int>,
        lineCount: Int
    ) throws(HTTPRefusal)
}

/// The field lines of a head, which are stored as they come.
struct HeadLinesParser: Sendable {
    /// How far the lines were parsed.
    enum Outcome {
        /// The section has ended.
        case complete
        /// All bytes are looked at and the section goes on.
        case needsMore
        /// A line more than the limit has.
        case tooMany
    }

    private enum BatchOutcome {
        case ended(Outcome)
        case isFull
        case refused(HTTPRefusal)
    }

    /// How many lines are taken before they are stored.
    private static let batch = 32

    private var section: FieldSectionParser
    /// How many lines are stored.
    private var count = 0

    init(at start: Int = 0) { section = FieldSectionParser(at: start) }

    /// Where the present line begins.
    var lineStart: Int { section.lineStart }

    /// The first byte that was not looked at yet; behind the empty line at the end.
    var position: Int { section.position }

    /// Goes on among the bytes before `end`.
    ///
    /// - Parameters:
    ///   - bytes: the head.
    ///   - end: where to stop.
    ///   - storage: takes the lines; those of an earlier head go with the first ones.
    ///   - limit: the most lines.
    ///   - reader: takes the lines into account.
    /// - Returns: how far the lines were parsed.
    /// - Throws: `HTTPRefusal` when a line is malformed, or what the reader throws.
    mutating func parse<Reader: FieldLineReader>(
        _ bytes: HeadBytes,
        upTo end: Int,
        into storage: HeadStorage,
        _ limit: Int,
        for reader: inout Reader
    ) throws(HTTPRefusal) -> Outcome {
        while true {
            // State and lines are kept at hand for the loop; in place, each line would pay for their checks.
            let outcome = unsafe withUnsafeTemporaryAllocation(of: HeadStorage.Entry.self, capacity: Self.batch) {
                lines in
                var section = self.section
                var batch = unsafe Batch(lines: lines, limit: limit - count)
                let outcome = batch.fill(bytes, upTo: end, &section, &reader)
                self.section = section
                unsafe storage.add(UnsafeBufferPointer(rebasing: lines[..<batch.count]), isFirst: count == 0)
                count += batch.count
                return outcome
            }
            switch outcome {
            case .ended(let outcome): return outcome
            case .isFull: continue
            case .refused(let refusal): throw refusal
            }
        }
    }

    /// Lines that are not stored yet.
    @safe
    private struct Batch {  // writes below `count` alone, which never passes the room
        let lines: UnsafeMutableBufferPointer<HeadStorage.Entry>
        /// How many more lines there may be in all.
        let limit: Int
        var count = 0

        init(lines: UnsafeMutableBufferPointer<HeadStorage.Entry>, limit: Int) {
            unsafe self.lines = lines
            self.limit = limit
        }

        @inline(__always)
        private mutating func append(name: Range<Int>, value: Range<Int>) {
            unsafe lines.initializeElement(at: count, to: HeadStorage.Entry(name: name, value: value))
            count &+= 1
        }

        /// Takes lines until the section ends, the room is used up or more bytes are needed.
        @inline(__always)
        mutating func fill<Reader: FieldLineReader>(
            _ bytes: HeadBytes,
            upTo end: Int,
            _ section: inout FieldSectionParser,
            _ reader: inout Reader
        ) -> BatchOutcome {
            do throws(HTTPRefusal) {
                while true {
                    if section.isAtLineStart {
                        try takeWholeLines(bytes, upTo: end, &section, &reader)
                        if bytes.hasLineEnd(at: section.lineStart, upTo: end) {
                            section.move(to: section.lineStart &+ 2)
                            return .ended(.complete)
                        }
                        if unsafe count == lines.count { return .isFull }
                    }
                    let start = section.lineStart
                    switch try section.next(bytes, upTo: end) {
                    case .end: return .ended(.complete)
                    case .needsMore: return .ended(.needsMore)
                    case .line(let name, let value):
                        guard count < limit else { return .ended(.tooMany) }
                        append(name: name, value: value)
                        try reader.take(bytes, name: name, value: value, lineCount: section.lineStart - start)
                    }
                }
            } catch {
                return .refused(error)
            }
        }

        /// Takes the lines that are there as a whole.
        @inline(__always)
        private mutating func takeWholeLines<Reader: FieldLineReader>(
            _ bytes: HeadBytes,
            upTo end: Int,
            _ section: inout FieldSectionParser,
            _ reader: inout Reader
        ) throws(HTTPRefusal) {
            var start = section.lineStart
            defer { section.move(to: start) }
            let room = unsafe min(lines.count, limit)
            while count < room, start < end, bytes[start] != 13,
                let line = FieldSectionParser.wholeLine(bytes, at: start, upTo: end)
            {
                let name = unsafe Range(uncheckedBounds: (start, line.colon))  // the colon is behind the line's start
                append(name: name, value: line.value)
                let size = line.end &- start
                start = line.end
                try reader.take(bytes, name: name, value: line.value, lineCount: size)
            }
        }
    }
}
