/// An error that says how the request is answered.
///
/// A responder that throws one before its answer began has it answered with `response`, and the connection goes on like
/// after any other answer; an answer of 5xx is told as a failed responder as well. Thrown while a body is streamed it
/// cuts the connection like every error: the head is gone.
public protocol HTTPResponseError: Error {
    /// The answer.
    var response: HTTPResponse { get }
}

/// An answer that is thrown: a status, a text and fields.
///
/// ```swift
/// guard let note = await notes.find(id) else { throw HTTPError(.notFound, "There is no such note.") }
/// ```
public struct HTTPError: HTTPResponseError, Sendable, CustomStringConvertible {
    /// The status.
    public var status: HTTPStatus
    /// The body as plain text; the status and its phrase when it is `nil`.
    public var text: String?
    /// Fields of the answer.
    public var fields: HTTPFields

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - status: the answer's status.
    ///   - text: its body as plain text, shown to whoever asked; the status and its phrase when it is `nil`.
    ///   - fields: more fields, such as `Retry-After`; a `Content-Type` here stands for the plain text's.
    public init(_ status: HTTPStatus, _ text: String? = nil, fields: HTTPFields = [:]) {
        self.status = status
        self.text = text
        self.fields = fields
    }

    /// The answer; without a body where the status has none.
    public var response: HTTPResponse {
        guard !status.forbidsBody else { return HTTPResponse(status, fields: fields) }
        var fields = fields
        if !fields.contains(.contentType) { fields[.contentType] = "text/plain; charset=utf-8" }
        return HTTPResponse(status, fields: fields, body: .text(text ?? "\(status)\n"))
    }

    /// The status and the text.
    public var description: String { text.map { "\(status): \($0)" } ?? status.description }
}
