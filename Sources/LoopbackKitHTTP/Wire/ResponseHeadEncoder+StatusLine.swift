extension ResponseHeadEncoder {
    /// Appends `HTTP/1.1 200 OK` and its line end.
    ///
    /// The version is this side's own, whatever the request's is (RFC 9110, section 2.5). The space behind the code stays
    /// where there is no phrase (RFC 9112, section 4).
    static func appendStatusLine(_ status: HTTPStatus, into output: inout OutputBuffer) {
        switch status.code {
        // What most answers begin with.
        case 200: return output.append("HTTP/1.1 200 OK\r\n")
        case 206: return output.append("HTTP/1.1 206 Partial Content\r\n")
        case 304: return output.append("HTTP/1.1 304 Not Modified\r\n")
        case 404: return output.append("HTTP/1.1 404 Not Found\r\n")
        default: break
        }
        output.append("HTTP/1.1 ")
        output.append(decimal: status.code)
        output.append(" ")
        output.append(status.reason)
        output.append("\r\n")
    }
}
