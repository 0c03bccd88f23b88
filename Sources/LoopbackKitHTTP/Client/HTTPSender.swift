/// Sends requests: an `HTTPClient`, or what stands in its place.
public protocol HTTPSender: Sendable {
    /// Sends a request, and returns when its answer's head is whole.
    ///
    /// - Parameter request: the request.
    /// - Returns: the answer.
    /// - Throws: `HTTPClientError`, `CancellationError`, or an error of its own.
    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse
}

extension HTTPClient: HTTPSender {}
