import LoopbackKitHTTP

/// One thing that an upstream does for an answer; they are done in order.
struct UpstreamStep: Sendable {
    /// What it has to do with the request's body.
    enum BodyUse: Sendable {
        /// Nothing.
        case none
        /// It says when the body is read, or that it is not.
        case decides
    }

    let bodyUse: BodyUse
    let run: @Sendable (UpstreamConnection) throws -> Void

    init(bodyUse: BodyUse = .none, _ run: @escaping @Sendable (UpstreamConnection) throws -> Void) {
        self.bodyUse = bodyUse
        self.run = run
    }

    /// Steps in order, as what answers a request.
    static func behaviour(_ steps: [UpstreamStep]) -> FaultUpstream.Behaviour {
        let readsFirst = !steps.contains { $0.bodyUse == .decides }
        return { _, connection in
            if readsFirst { try connection.readBody() }
            for step in steps { try step.run(connection) }
        }
    }
}
