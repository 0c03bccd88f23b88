package import LoopbackKitHTTP

/// Answers a GET or HEAD request with a version of a file: conditions, ranges, or the whole (RFC 9110).
package struct AssetResponder: Sendable {
    /// Where a file's bytes are.
    package enum Content: Sendable {
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

    private let configuration: AssetConfiguration

    package init(configuration: AssetConfiguration) { self.configuration = configuration }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: a GET or HEAD request.
    ///   - representation: the version.
    ///   - content: its bytes.
    /// - Returns: 200, 206, 304, 412 or 416.
    package func respond(
        to request: HTTPRequest,
        with representation: AssetRepresentation,
        content: Content
    ) -> HTTPResponse {
        guard request.fields.mayBeConditional else { return whole(representation, content) }
        let validators = representation.validators
        switch Preconditions.evaluate(
            method: request.method,
            fields: request.fields,
            current: validators,
            now: .now()
        ) {
        case .notModified:
            return HTTPResponse(.notModified, fields: representation.notModifiedFields(configuration))
        case .failed:
            return HTTPResponse(.preconditionFailed, fields: failureFields())
        case .proceed:
            // Range is defined for GET alone (RFC 9110, section 14.2).
            guard request.method == .get, let range = request.fields.valueBytes(of: .range),
                Preconditions.allowsRange(fields: request.fields, current: validators, now: .now())
            else { return whole(representation, content) }
            return partial(RangePlan(range.span, size: representation.status.size), representation, content)
        }
    }

    private func whole(_ representation: AssetRepresentation, _ content: Content) -> HTTPResponse {
        HTTPResponse(.ok, fields: representation.fields, body: content.whole(representation.status.size))
    }

    private func partial(
        _ plan: RangePlan,
        _ representation: AssetRepresentation,
        _ content: Content
    ) -> HTTPResponse {
        let size = representation.status.size
        switch plan {
        case .whole:
            return whole(representation, content)
        case .unsatisfiable:
            var fields = failureFields()
            fields.append(.contentRange, bytes: ContentRange.unsatisfied(size: size))
            return HTTPResponse(.rangeNotSatisfiable, fields: fields)
        case .ranges(let ranges):
            var fields = representation.fields
            guard ranges.count > 1 else {
                let range = ranges[0]
                fields.append(.contentRange, bytes: ContentRange.value(range, of: size))
                return HTTPResponse(.partialContent, fields: fields, body: .segments([content.segment(range)]))
            }
            var generator = SystemRandomNumberGenerator()
            let parts = MultipartByteRanges(contentType: representation.contentType, size: size, using: &generator)
            fields.remove(.contentType)
            fields.append(.contentType, bytes: parts.mediaType)
            return HTTPResponse(
                .partialContent,
                fields: fields,
                body: .segments(parts.segments(ranges, content: content.segment))
            )
        }
    }

    private func failureFields() -> HTTPFields {
        var fields: HTTPFields = [.cacheControl: "no-store"]
        configuration.appendPolicies(isDocument: false, to: &fields)
        return fields
    }
}

extension HTTPDate {
    /// The system's clock.
    static func now() -> HTTPDate { HTTPDate(secondsSince1970: FileTime.now().seconds) }
}
