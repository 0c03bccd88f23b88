/// One part of a multipart form: its head, and its body as a stream.
///
/// The body can be read until the next part is asked for, in the task that reads the parts.
public struct MultipartPart {
    /// The fields of the part's head.
    public let fields: HTTPFields
    /// The name of the form's field.
    public let name: String
    /// The name of the file as its sender calls it, `nil` for a part that is no file.
    ///
    /// Never use it as a path: it may hold slashes, `..` or anything else.
    public let filename: String?
    /// The body.
    public let body: Body

    init(_ fields: HTTPFields, _ disposition: PartDisposition, _ body: Body) {
        self.fields = fields
        name = disposition.name
        filename = disposition.filename
        self.body = body
    }

    /// The body's media type when the part names one.
    public var contentType: MediaType? { fields[.contentType].flatMap { MediaType($0) } }

    /// Reads the whole body.
    ///
    /// - Parameter limit: the most bytes that are taken.
    /// - Returns: the body's bytes.
    /// - Throws: `FormError` with code `partTooLarge` as soon as the limit is passed, or what reading met.
    public func collect(upTo limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in body {
            guard chunk.count <= limit - bytes.count else { throw FormError(.partTooLarge) }
            bytes += chunk
        }
        return bytes
    }

    /// Reads the whole body as UTF-8 (RFC 7578, section 5.1.2); bytes that are not become U+FFFD.
    ///
    /// - Parameter limit: the most bytes that are taken.
    /// - Returns: the text.
    /// - Throws: what `collect(upTo:)` throws.
    public func text(upTo limit: Int) async throws -> String {
        String(decoding: try await collect(upTo: limit), as: UTF8.self)
    }

    /// The body of a part: a stream of pieces with back-pressure, read once.
    public struct Body: AsyncSequence {
        /// A piece of the body, never empty.
        public typealias Element = [UInt8]

        let reader: MultipartReader
        let part: Int

        /// Reads the body piece by piece.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let reader: MultipartReader
            let part: Int

            /// The next piece, or `nil` at the body's end.
            ///
            /// - Throws: `FormError` when the multipart body is malformed, truncated or too large, or when the next part
            ///   was asked for already; `HTTPMessageError` when the request's body can't be read.
            public func next() async throws -> [UInt8]? { try await reader.nextChunk(of: part) }
        }

        /// Goes on where reading stopped.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader, part: part) }
    }
}
