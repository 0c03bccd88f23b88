/// The answers that carry no file, made once.
struct FolderAnswers: Sendable {
    /// The fields of an answer without a file.
    let fields: HTTPFields
    let options: HTTPResponse
    let methodNotAllowed: HTTPResponse
    let notFound: HTTPResponse
    private let forbidden: HTTPResponse
    private let exhausted: HTTPResponse
    private let failed: HTTPResponse

    init(_ configuration: FolderConfiguration) {
        var fields: HTTPFields = [.cacheControl: "no-store"]
        configuration.appendFields(for: nil, to: &fields)
        self.fields = fields

        func answer(_ status: HTTPStatus, adding name: HTTPFieldName? = nil, _ value: String = "") -> HTTPResponse {
            var response = HTTPResponse(status, fields: fields, body: .text("\(status)\n"))
            response.fields.append(.contentType, "text/plain; charset=utf-8")
            if let name { response.fields.append(name, value) }
            return response
        }
        let methods = "GET, HEAD, OPTIONS"
        options = HTTPResponse(.noContent, fields: [.allow: methods])
        methodNotAllowed = answer(.methodNotAllowed, adding: .allow, methods)
        forbidden = answer(.forbidden)
        notFound = answer(.notFound)
        exhausted = answer(.serviceUnavailable, adding: .retryAfter, "1")
        failed = answer(.internalServerError)
    }

    func refusal(_ failure: FolderRoot.Failure) -> HTTPResponse {
        switch failure {
        case .forbidden: forbidden
        case .notFound: notFound
        case .exhausted: exhausted
        case .failed: failed
        }
    }

    /// Sends the reader to the same address with a slash at its end.
    ///
    /// The location is relative and has the last name alone, as it came: it holds wherever the folder is mounted,
    /// repeats no secret of the way there, and can't lead elsewhere.
    func redirect(_ request: HTTPRequest) -> HTTPResponse {
        var location = request.target.withPathBytes { path in
            var start = path.count
            while start > 0, path[start - 1] != 47 { start -= 1 }
            // A name with a colon would be taken for a scheme without the dot.
            return [46, 47] + (start..<path.count).map { path[$0] } + [47]
        }
        if let query = request.target.query { location += Array("?\(query)".utf8) }
        var fields = self.fields
        fields.append(.location, bytes: location)
        return HTTPResponse(.temporaryRedirect, fields: fields)
    }
}
