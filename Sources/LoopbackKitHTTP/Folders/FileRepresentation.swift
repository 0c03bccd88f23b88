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
            configuration.appendFields(isDocument: type.isDocument, to: &fields)
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
