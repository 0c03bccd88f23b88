/// The `Content-Range` field and multipart bodies of partial answers (RFC 9110, section 14.4 and 14.6).
package enum ContentRange {
    /// The value for a run, such as `bytes 0-499/1234`.
    ///
    /// - Parameters:
    ///   - range: the run that is sent; not empty.
    ///   - size: the whole representation's size.
    /// - Returns: the field's value.
    package static func value(_ range: Range<Int>, of size: Int) -> [UInt8] {
        var buffer = OutputBuffer(capacity: 64)
        write(range, of: size, into: &buffer)
        return buffer.copy()
    }

    /// The value of a 416, such as `bytes */1234`.
    package static func unsatisfied(size: Int) -> [UInt8] {
        var buffer = OutputBuffer(capacity: 32)
        buffer.append("bytes */")
        buffer.append(decimal: size)
        return buffer.copy()
    }

    /// Writes the value for a run.
    package static func write(_ range: Range<Int>, of size: Int, into buffer: inout OutputBuffer) {
        precondition(!range.isEmpty, "an empty run has no content range")
        buffer.append("bytes ")
        buffer.append(decimal: range.lowerBound)
        buffer.append(45)
        buffer.append(decimal: range.upperBound - 1)
        buffer.append(47)
        buffer.append(decimal: size)
    }
}

/// A body of several ranges (RFC 9110, section 14.6).
package struct MultipartByteRanges: Sendable {
    /// The boundary between the parts: 32 hexadecimal digits.
    package let boundary: [UInt8]
    private let contentType: [UInt8]?
    private let size: Int

    /// Prepares a body.
    ///
    /// - Parameters:
    ///   - contentType: each part's type, or `nil` to leave it out.
    ///   - size: the whole representation's size.
    ///   - generator: draws the boundary. It must not be guessable, so that no file can hold it on purpose.
    package init(
        contentType: [UInt8]?,
        size: Int,
        using generator: inout some RandomNumberGenerator
    ) {
        var buffer = OutputBuffer(capacity: 32)
        for _ in 0..<4 {
            // A leading one keeps each of the four words at eight digits.
            buffer.append(hexadecimal: Int(generator.next() as UInt32 | 0x8000_0000))
        }
        boundary = buffer.copy()
        self.contentType = contentType
        self.size = size
    }

    /// The value of the answer's `Content-Type`.
    package var mediaType: [UInt8] { Array("multipart/byteranges; boundary=".utf8) + boundary }

    /// The body's pieces: before each run its part's head, and the end.
    ///
    /// - Parameters:
    ///   - ranges: the runs, none empty.
    ///   - content: gives a run's bytes.
    /// - Returns: the pieces in order.
    package func segments(
        _ ranges: [Range<Int>],
        content: (Range<Int>) -> HTTPOutgoingBody.Segment
    ) -> [HTTPOutgoingBody.Segment] {
        var segments: [HTTPOutgoingBody.Segment] = []
        segments.reserveCapacity(ranges.count * 2 + 1)
        for (index, range) in ranges.enumerated() {
            segments.append(.bytes(partHead(range, isFirst: index == 0)))
            segments.append(content(range))
        }
        segments.append(.bytes([13, 10, 45, 45] + boundary + [45, 45, 13, 10]))
        return segments
    }

    private func partHead(_ range: Range<Int>, isFirst: Bool) -> [UInt8] {
        var buffer = OutputBuffer(capacity: 160)
        buffer.append(isFirst ? "--" : "\r\n--")
        buffer.append(boundary)
        if let contentType {
            buffer.append("\r\nContent-Type: ")
            buffer.append(contentType)
        }
        buffer.append("\r\nContent-Range: ")
        ContentRange.write(range, of: size, into: &buffer)
        buffer.append("\r\n\r\n")
        return buffer.copy()
    }
}
