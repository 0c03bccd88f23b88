/// The parts of a multipart form, as they arrive.
///
/// What is left unread of a part is skipped when the next one is asked for; nothing is read from the socket until a part
/// or a piece of its body is wanted. The end comes only after the closing delimiter and the end of the request's body.
public struct MultipartParts: AsyncSequence {
    /// A part.
    public typealias Element = MultipartPart

    let reader: MultipartReader

    /// Reads part after part.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let reader: MultipartReader

        /// The next part, or `nil` at the end.
        ///
        /// - Throws: `FormError` when the multipart body is malformed, truncated or too large; `HTTPMessageError` when the
        ///   request's body can't be read.
        public func next() async throws -> MultipartPart? { try await reader.nextPart() }
    }

    /// Goes on where reading stopped.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }
}

extension HTTPRequest {
    /// Reads the body as a form of type `multipart/form-data` (RFC 7578), part by part.
    ///
    /// ```swift
    /// for try await part in try request.multipart() {
    ///     guard part.filename != nil else { continue }
    ///     for try await chunk in part.body { try await file.write(chunk) }
    /// }
    /// ```
    ///
    /// - Parameter limits: sizes and counts that are refused.
    /// - Returns: the parts, to be read once.
    /// - Throws: `FormError` with code `wrongMediaType` or `malformedBoundary`.
    public func multipart(_ limits: MultipartLimits = .init()) throws(FormError) -> MultipartParts {
        let type = fields[.contentType].flatMap { MediaType($0) }
        guard let type, type.essence == "multipart/form-data" else { throw FormError(.wrongMediaType) }
        guard let boundary = type["boundary"].flatMap({ MultipartBoundary($0) }) else {
            throw FormError(.malformedBoundary)
        }
        return MultipartParts(reader: MultipartReader(body, boundary: boundary, limits: limits))
    }
}
