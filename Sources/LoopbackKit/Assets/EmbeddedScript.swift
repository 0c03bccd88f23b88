internal import LoopbackKitHTTP

/// A script of the binary, answered as a file would be.
///
/// An object, so that a scope's content stays small: it is copied with each request.
final class EmbeddedScript: Sendable {
    private let bytes: [UInt8]
    private let validators: Validators
    private let fields: HTTPFields
    private let refusalFields: HTTPFields
    private let notModifiedFields: HTTPFields

    /// Makes its answers.
    ///
    /// - Parameters:
    ///   - bytes: the script, in UTF-8.
    ///   - guards: the fields that every file of the folder has.
    init(_ bytes: [UInt8], guards: HTTPFields) {
        self.bytes = bytes
        let digest = SHA1.digest(of: bytes).prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        validators = Validators(entityTag: EntityTag(digest))
        var common: HTTPFields = [.xContentTypeOptions: "nosniff"]
        for field in guards { common.append(field.name, field.value) }
        refusalFields = common.adding(.cacheControl, "no-store")
        notModifiedFields = common.adding(.cacheControl, "no-cache").adding(.eTag, "\"\(digest)\"")
        fields = notModifiedFields.adding(.contentType, "text/javascript; charset=utf-8")
    }

    /// Answers a GET or HEAD request.
    func respond(to request: HTTPRequest) -> HTTPResponse {
        let outcome = Preconditions.evaluate(
            method: request.method,
            fields: request.fields,
            current: validators,
            // A tag is all there is: no date is compared with anything.
            now: HTTPDate(secondsSince1970: 0)
        )
        return switch outcome {
        case .proceed: HTTPResponse(.ok, fields: fields, body: .bytes(bytes))
        case .notModified: HTTPResponse(.notModified, fields: notModifiedFields)
        case .failed: HTTPResponse(.preconditionFailed, fields: refusalFields)
        }
    }
}

extension HTTPFields {
    fileprivate func adding(_ name: HTTPFieldName, _ value: String) -> HTTPFields {
        var fields = self
        fields.append(name, value)
        return fields
    }
}
