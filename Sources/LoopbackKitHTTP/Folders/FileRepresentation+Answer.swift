/// Where a file's bytes are.
package enum FileContent: Sendable {
    /// In memory.
    case bytes([UInt8])
    /// In the open file.
    case file(OpenFile)

    fileprivate func segment(_ range: Range<Int>) -> HTTPResponseBody.Segment {
        switch self {
        case .bytes(let bytes): .bytes(Array(bytes[range]))
        case .file(let file): .file(HTTPFileRegion(file: file, offset: range.lowerBound, count: range.count))
        }
    }

    fileprivate func whole(_ size: Int) -> HTTPResponseBody {
        switch self {
        case .bytes(let bytes): .bytes(bytes)
        case .file(let file): .file(HTTPFileRegion(file: file, offset: 0, count: size))
        }
    }
}

extension FileRepresentation {
    /// Answers a request with this version: conditions, ranges, or the whole (RFC 9110, sections 13 and 14).
    ///
    /// - Parameters:
    ///   - request: a GET or HEAD request.
    ///   - content: the version's bytes.
    ///   - refusalFields: the fields of an answer without a file.
    /// - Returns: 200, 206, 304, 412 or 416.
    func answer(_ request: HTTPRequest, with content: FileContent, refusalFields: HTTPFields) -> HTTPResponse {
        guard request.fields.mayBeConditional else { return whole(content) }
        switch Preconditions.evaluate(
            method: request.method,
            fields: request.fields,
            current: validators,
            now: .now()
        ) {
        case .notModified:
            return HTTPResponse(.notModified, fields: notModifiedFields)
        case .failed:
            return HTTPResponse(.preconditionFailed, fields: refusalFields)
        case .proceed:
            // Range is defined for GET alone (RFC 9110, section 14.2).
            guard request.method == .get, let range = request.fields.valueBytes(of: .range),
                Preconditions.allowsRange(fields: request.fields, current: validators, now: .now())
            else { return whole(content) }
            return partial(RangePlan(range.span, size: status.size), content, refusalFields)
        }
    }

    private func whole(_ content: FileContent) -> HTTPResponse {
        HTTPResponse(.ok, fields: fields, body: content.whole(status.size))
    }

    private func partial(_ plan: RangePlan, _ content: FileContent, _ refusalFields: HTTPFields) -> HTTPResponse {
        let size = status.size
        switch plan {
        case .whole:
            return whole(content)
        case .unsatisfiable:
            var fields = refusalFields
            fields.append(.contentRange, bytes: ContentRange.unsatisfied(size: size))
            return HTTPResponse(.rangeNotSatisfiable, fields: fields)
        case .ranges(let ranges):
            var fields = self.fields
            guard ranges.count > 1 else {
                let range = ranges[0]
                fields.append(.contentRange, bytes: ContentRange.value(range, of: size))
                return HTTPResponse(.partialContent, fields: fields, body: .segments([content.segment(range)]))
            }
            var generator = SystemRandomNumberGenerator()
            let parts = MultipartByteRanges(contentType: contentType, size: size, using: &generator)
            fields.remove(.contentType)
            fields.append(.contentType, bytes: parts.mediaType)
            return HTTPResponse(
                .partialContent,
                fields: fields,
                body: .segments(parts.segments(ranges, content: content.segment))
            )
        }
    }
}

extension HTTPDate {
    /// The system's clock.
    fileprivate static func now() -> HTTPDate { HTTPDate(secondsSince1970: FileTime.now().seconds) }
}
