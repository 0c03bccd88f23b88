extension HTTPResponse {
    /// Makes a 101 that hands the connection over to another protocol (RFC 9110, section 7.8).
    ///
    /// The request must have asked for an upgrade, and its body must be read whole; otherwise the client gets a 500 or a
    /// 400 instead.
    ///
    /// - Parameters:
    ///   - protocolName: what the connection speaks from now on, such as `websocket`.
    ///   - fields: more fields of the head.
    ///   - run: gets the connection's raw bytes once the head is written. The connection closes after what was written
    ///     when it returns, and at once when it throws before it called `finish()`. When the server stops, the first read
    ///     that would wait throws `HTTPMessageError.Code.stopped`; reading and writing go on until the stop's deadline. A
    ///     function that lets this one error through is treated as if it had returned.
    /// - Returns: the answer.
    public static func upgrade(
        to protocolName: String,
        fields: HTTPFields = [:],
        run: @escaping @Sendable (any DuplexStream) async throws -> Void
    ) -> HTTPResponse {
        var fields = fields
        fields[.upgrade] = protocolName
        fields[.connection] = "Upgrade"
        return HTTPResponse(.switchingProtocols, fields: fields, body: HTTPOutgoingBody(storage: .upgrade(run)))
    }

    /// Makes a 200 that turns a CONNECT's connection into a tunnel (RFC 9110, section 9.3.6).
    ///
    /// - Parameters:
    ///   - fields: the head's fields.
    ///   - run: as for `upgrade(to:fields:run:)`.
    /// - Returns: the answer.
    public static func tunnel(
        fields: HTTPFields = [:],
        run: @escaping @Sendable (any DuplexStream) async throws -> Void
    ) -> HTTPResponse {
        HTTPResponse(fields: fields, body: HTTPOutgoingBody(storage: .upgrade(run)))
    }
}
