/// A multipart form that was read into memory whole.
public struct MultipartForm: Sendable {
    /// A file of the form.
    public struct File: Sendable {
        /// The name of the form's field.
        public var name: String
        /// The name of the file as its sender calls it; never use it as a path.
        public var filename: String
        /// The media type that the sender names.
        public var contentType: MediaType?
        /// The content.
        public var bytes: [UInt8]
    }

    /// The fields that are no files, in order.
    public var fields = FormFields()
    /// The files in order; a file input that was left empty is a file without name and bytes.
    public var files: [File] = []
}

extension HTTPRequest {
    /// Reads the body as a form of type `multipart/form-data` into memory; for large files read `multipart(_:)`.
    ///
    /// - Parameters:
    ///   - limit: the most bytes of body that are taken.
    ///   - limits: sizes and counts of its parts.
    /// - Returns: the form.
    /// - Throws: what `multipart(_:)` and reading its parts throw.
    public func multipartForm(upTo limit: Int, limits: MultipartLimits = .init()) async throws -> MultipartForm {
        var limits = limits
        limits.total = min(limit, limits.total ?? limit)
        var form = MultipartForm()
        for try await part in try multipart(limits) {
            let bytes = try await part.collect(upTo: limit)
            if let filename = part.filename {
                form.files.append(
                    .init(name: part.name, filename: filename, contentType: part.contentType, bytes: bytes)
                )
            } else {
                form.fields.append(part.name, String(decoding: bytes, as: UTF8.self))
            }
        }
        return form
    }
}
