/// What can be wrong with a query, a form or a multipart body; thrown by a responder it is answered 400, 413 or 415.
public struct FormError: HTTPResponseError, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable {
        package let name: String
        let status: HTTPStatus
        let text: String

        package init(_ name: String, _ status: HTTPStatus, _ text: String) {
            self.name = name
            self.status = status
            self.text = text
        }

        /// A value that the program needs is not there; answered 400.
        public static let missingValue = Code("missingValue", .badRequest, "A value is missing")
        /// A value is not of the type that the program asked for; answered 400.
        public static let malformedValue = Code("malformedValue", .badRequest, "A value is malformed")
        /// The body is of another media type than the form that was asked for; answered 415.
        public static let wrongMediaType = Code(
            "wrongMediaType",
            .unsupportedMediaType,
            "The body is not of the media type that is expected here"
        )
        /// The body, or what is read of it, is larger than its limit; answered 413.
        public static let tooLarge = Code("tooLarge", .contentTooLarge, "The form is too large")
        /// More fields or parts than the limit allows; answered 413.
        public static let tooManyFields = Code("tooManyFields", .contentTooLarge, "The form has too many fields")
        /// A part of a multipart body is larger than its limit; answered 413.
        public static let partTooLarge = Code("partTooLarge", .contentTooLarge, "A part of the form is too large")
        /// The fields of a part's head take more than their limit; answered 413.
        public static let partHeadTooLarge = Code(
            "partHeadTooLarge",
            .contentTooLarge,
            "The head of a part of the form is too large"
        )
        /// The boundary parameter is missing or is no boundary (RFC 2046, section 5.1.1); answered 400.
        public static let malformedBoundary = Code(
            "malformedBoundary",
            .badRequest,
            "The boundary of the multipart body is missing or malformed"
        )
        /// A delimiter line goes on with what may not stand there (RFC 2046, section 5.1.1); answered 400.
        public static let malformedDelimiter = Code(
            "malformedDelimiter",
            .badRequest,
            "A delimiter line of the multipart body is malformed"
        )
        /// The fields of a part's head are malformed; answered 400.
        public static let malformedPartHead = Code(
            "malformedPartHead",
            .badRequest,
            "The head of a part of the form is malformed"
        )
        /// A part has no `Content-Disposition: form-data` with a name (RFC 7578, section 4.2); answered 400.
        public static let malformedDisposition = Code(
            "malformedDisposition",
            .badRequest,
            "A part of the form has no name"
        )
        /// The body ended before the closing delimiter; answered 400.
        public static let truncated = Code("truncated", .badRequest, "The multipart body ends before its end")
        /// A part was read after the next one had been asked for: a mistake in the program; answered 500.
        public static let partSkipped = Code("partSkipped", .internalServerError, "Internal Server Error")

        /// Compares by name.
        public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    /// What happened.
    public let code: Code
    /// The name that the program asked for, where a value is missing or malformed.
    public let name: String?

    /// Makes an error.
    public init(_ code: Code, name: String? = nil) {
        self.code = code
        self.name = name
    }

    /// A sentence for whoever sent the form; nothing in it comes from the request.
    public var response: HTTPResponse {
        HTTPResponse(code.status, text: code.text + (name.map { ": \($0)" } ?? "") + "\n")
    }

    /// The code's name, with the value's.
    public var description: String { name.map { "\(code.name): \($0)" } ?? code.name }
}
