public import LoopbackKitHTTP

/// What the proxy tells of pages' calls to other sites.
///
/// Addresses are in their normal form and whole, with their queries, which may hold what a page would not have logged; only
/// this server's own secrets have a mark in their place.
public enum ProxyEvent: Sendable, CustomStringConvertible {
    /// The other site answered, with this status: the page's method, and the address that answered, after redirects.
    case answered(HTTPMethod, String, HTTPStatus)
    /// A call failed before the page had an answer's head: its method and address; without one when that could not be read.
    case failed(HTTPMethod, String?, ProxyFailure)
    /// A request was let through though nothing told which page sent it, as with media players.
    case admittedWithoutEvidence(String)
    /// Fields stayed here because they tell of this server.
    case withheld([HTTPFieldName], String)

    /// Whether it is more than a call that was answered.
    package var isNoteworthy: Bool { if case .answered = self { false } else { true } }

    /// The same without the secrets.
    package func redacted(by redactor: SecretRedactor) -> ProxyEvent {
        switch self {
        case .answered(let method, let url, let status): .answered(method, redactor.redact(url), status)
        case .failed(let method, let url, let failure):
            .failed(
                HTTPMethod(redactor.redact(method.rawValue)) ?? .get,
                url.map(redactor.redact),
                ProxyFailure(failure.stage, failure.reason, redactor.redact(failure.message))
            )
        case .admittedWithoutEvidence(let url): .admittedWithoutEvidence(redactor.redact(url))
        case .withheld(let names, let url): .withheld(names, redactor.redact(url))
        }
    }

    /// The event in one line.
    public var description: String {
        switch self {
        case .answered(let method, let url, let status): "\(method) \(url) \(status.code)"
        case .failed(let method, let url, let failure): "\(method) \(url ?? "?") failed: \(failure)"
        case .admittedWithoutEvidence(let url): "no evidence of the page that calls \(url)"
        case .withheld(let names, let url):
            "withheld from \(url): \(names.map(\.rawName).joined(separator: ", "))"
        }
    }
}
