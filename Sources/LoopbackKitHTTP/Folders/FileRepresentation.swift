/// One version of a file, with the fields of its answers ready to be sent.
package final class FileRepresentation: Sendable {
    /// The file's state that this version belongs to.
    package let status: FileStatus
    /// The fields of a 200.
    let fields: HTTPFields
    /// The fields of a 304 (RFC 9110, section 15.4.5), and the configured ones: what changed there must reach documents
    /// that did not change.
    let notModifiedFields: HTTPFields
    /// The value of `Content-Type`.
    let contentType: [UInt8]
    let validators: Validators

    /// Makes the fields of a version.
    ///
    /// - Parameters:
    ///   - status: what the system told of the open file.
    ///   - type: the file's type.
    ///   - charset: its charset, where it is certain.
    ///   - configuration: how the folder's files are served.
    ///   - now: a change that lies ahead of it is not told (RFC 9110, section 8.8.2.1).
    package init(
        status: FileStatus,
        type: FileType,
        charset: String?,
        configuration: FolderConfiguration,
        now: FileTime
    ) {
        self.status = status
        let contentType = type.mediaType + (charset.map { "; charset=\($0)" } ?? "")
        self.contentType = Array(contentType.utf8)
        let validators = Validators(
            entityTag: Self.entityTag(of: status),
            lastModified: status.modified.seconds <= now.seconds
                ? HTTPDate(secondsSince1970: status.modified.seconds) : nil
        )
        self.validators = validators
        func common(_ fields: HTTPFields) -> HTTPFields {
            var fields = fields
            if let tag = validators.entityTag { fields.append(.eTag, bytes: tag.bytes) }
            if let date = validators.lastModified { fields.append(.lastModified, bytes: date.bytes) }
            fields.append(.cacheControl, type.cacheControl ?? configuration.cacheControl)
            configuration.appendFields(for: type, to: &fields)
            return fields
        }
        fields = common([.contentType: contentType, .acceptRanges: "bytes"])
        notModifiedFields = common([:])
    }

    /// A strong tag: the file's number, its size, and the moment of its last change to the nanosecond.
    ///
    /// That moment is the system's own (`ctime`): it moves with every write, replacement and renaming, and can't be set
    /// back as the moment of modification can, which archives and copies do.
    private static func entityTag(of status: FileStatus) -> EntityTag? {
        let parts = [
            UInt64(status.inode), UInt64(truncatingIfNeeded: status.size),
            UInt64(truncatingIfNeeded: status.changed.seconds), UInt64(truncatingIfNeeded: status.changed.nanoseconds),
        ]
        return EntityTag(parts.map { String($0, radix: 36) }.joined(separator: "-"))
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

/// Where a file's bytes are.
package enum FileContent: Sendable {
    /// In memory.
    case bytes([UInt8])
    /// In the open file.
    case file(OpenFile)

    fileprivate func segment(_ range: Range<Int>) -> HTTPOutgoingBody.Segment {
        switch self {
        case .bytes(let bytes): .bytes(Array(bytes[range]))
        case .file(let file): .file(HTTPFileRegion(file: file, offset: range.lowerBound, count: range.count))
        }
    }

    fileprivate func whole(_ size: Int) -> HTTPOutgoingBody {
        switch self {
        case .bytes(let bytes): .bytes(bytes)
        case .file(let file): .file(HTTPFileRegion(file: file, offset: 0, count: size))
        }
    }
}

extension HTTPDate {
    /// The system's clock.
    fileprivate static func now() -> HTTPDate { HTTPDate(secondsSince1970: FileTime.now().seconds) }
}
