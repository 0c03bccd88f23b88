internal import LoopbackKitHTTP

/// The failures of calls that have names.
extension ProxyRelay {
    /// Keeps the failure of a call that has a name.
    func keep(_ failure: ProxyFailure, of mode: ProxyMode?, _ caller: Caller, _ url: String?) {
        if let name = mode?.name { failures.keep(failure, of: name, in: caller.scope, url: url) }
    }

    /// Answers a page that asks for the failure of a call; it is judged like a call.
    func failure(of name: ArraySlice<UInt8>, to request: HTTPRequest, _ caller: Caller) -> HTTPResponse {
        switch caller.gate.check(request) {
        case .admitted: break
        case .admittedWithoutEvidence: observe(true) { .admittedWithoutEvidence("~proxy/failures") }
        case .refused(let refusal): return refusal.failure.response
        }
        guard request.method == .get else { return HTTPResponse(.methodNotAllowed, fields: [.allow: "GET"]) }
        if let json = ProxyCallName(name).flatMap({ failures.take($0, in: caller.scope) }) {
            return ProxyFailure.response(.ok, json: json)
        }
        return HTTPResponse(.notFound, fields: [.cacheControl: "no-store"])
    }
}
