import LoopbackKitHTTP
import Synchronization

/// Another site: it answers every request with a nearly empty page, and keeps what it was sent.
final class ForeignSite: HTTPHandler {
    struct Visit: Sendable {
        let method: String
        let target: String
        let fields: HTTPFields
    }

    private let kept = Mutex<[Visit]>([])

    var visits: [Visit] { kept.withLock { $0 } }

    func handle(_ request: HTTPRequest) -> HTTPHandling {
        let visit = Visit(method: request.method.rawValue, target: request.target.rawValue, fields: request.fields)
        kept.withLock { $0.append(visit) }
        let page = "<!doctype html><meta charset=utf-8><title>foreign</title><body>"
        return .now(
            HTTPResponse(
                fields: [.contentType: "text/html", .accessControlAllowOrigin: "*"],
                body: .bytes(Array(page.utf8))
            )
        )
    }
}

extension HTTPFieldName {
    fileprivate static let accessControlAllowOrigin: Self = "Access-Control-Allow-Origin"
}
