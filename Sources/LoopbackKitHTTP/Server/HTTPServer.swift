/// An HTTP/1.1 server.
public final class HTTPServer: Sendable {
}
