package import LoopbackKitHTTP

/// One version of a file, with the fields of its answers ready to be sent.
package final class AssetRepresentation: Sendable {
    /// The file's state that this version belongs to.
    package let status: FileStatus
    /// The fields of a 200.
    package let fields: HTTPFields
    /// The value of `Content-Type`.
    package let contentType: [UInt8]
    package let validators: Validators
    package let isDocument: Bool

    /// Makes the fields of a version.
    ///
    /// - Parameters:
    ///   - status: what the system told of the open file.
    ///   - type: the file's type.
    ///   - charset: its charset, where it is certain.
    ///   - configuration: how the scope's files are served.
    ///   - now: a change that lies ahead of it is not told (RFC 9110, section 8.8.2.1).
    package init(
        status: FileStatus,
        type: AssetType,
        charset: String?,
        configuration: AssetConfiguration,
        now: FileTime
    ) {
        self.status = status
        isDocument = type.isDocument
        let contentType = type.mediaType + (charset.map { "; charset=\($0)" } ?? "")
        self.contentType = Array(contentType.utf8)
        validators = Validators(
            entityTag: Self.entityTag(of: status),
            lastModified: status.modified.seconds <= now.seconds
                ? HTTPDate(secondsSince1970: status.modified.seconds) : nil
        )
        var fields: HTTPFields = [.contentType: contentType, .acceptRanges: "bytes"]
        Self.append(validators, cacheControl: configuration.cacheControl, to: &fields)
        configuration.appendPolicies(isDocument: isDocument, to: &fields)
        self.fields = fields
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

    private static func append(_ validators: Validators, cacheControl: String, to fields: inout HTTPFields) {
        if let tag = validators.entityTag { fields.append(.eTag, bytes: tag.bytes) }
        if let date = validators.lastModified { fields.append(.lastModified, bytes: date.bytes) }
        fields.append(.cacheControl, cacheControl)
    }

    /// The fields of a 304 (RFC 9110, section 15.4.5), and the policies: what a host changed there must reach documents
    /// that did not change.
    package func notModifiedFields(_ configuration: AssetConfiguration) -> HTTPFields {
        var fields = HTTPFields()
        Self.append(validators, cacheControl: configuration.cacheControl, to: &fields)
        configuration.appendPolicies(isDocument: isDocument, to: &fields)
        return fields
    }
}

extension AssetConfiguration {
    /// Adds what guards a file against other sites.
    func appendPolicies(isDocument: Bool, to fields: inout HTTPFields) {
        fields.append(.xContentTypeOptions, "nosniff")
        fields.append(.crossOriginResourcePolicy, resourcePolicy.rawValue)
        if let frameAncestors { fields.append(.contentSecurityPolicy, "frame-ancestors \(frameAncestors)") }
        guard isDocument else { return }
        fields.append(.referrerPolicy, referrerPolicy)
        for field in documentFields { fields.append(field.name, field.value) }
    }
}
