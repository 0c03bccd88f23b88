/// How a request's body is framed (RFC 9112, section 6).
package enum RequestBodyFraming: Hashable, Sendable {
    /// Nothing follows, and nothing is said of a length.
    case none
    /// So many bytes; 0 is said too.
    case length(Int)
    /// The chunked coding.
    case chunked
}

/// Writes the heads of requests (RFC 9112, sections 3, 5 and 6).
package enum RequestHeadEncoder {
    /// Appends a head.
    ///
    /// Host, Connection, Keep-Alive, Content-Length, Transfer-Encoding and Upgrade lines among the fields are left out.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - target: the request target: visible ASCII, which the caller answers for.
    ///   - authority: the value of Host.
    ///   - fields: the caller's fields.
    ///   - framing: what follows the head.
    ///   - upgrade: the protocol that is asked for (RFC 9110, section 7.8).
    ///   - output: where the head is appended.
    /// - Throws: `HTTPMessageError` with code `invalidFieldValue` before anything is appended.
    package static func encode(
        method: HTTPMethod,
        target: String,
        authority: String,
        fields: HTTPFields,
        framing: RequestBodyFraming,
        upgrade: String? = nil,
        into output: inout OutputBuffer
    ) throws(HTTPMessageError) {
        let storage = fields.storage
        if let name = storage.refusedName { throw HTTPMessageError(.invalidFieldValue, field: name) }
        if let upgrade, !isToken(upgrade.utf8) { throw HTTPMessageError(.invalidFieldValue, field: .upgrade) }
        output.reserve(storage.bytes.count + target.utf8.count + 256)
        output.append(text: method.rawValue)
        output.append(" ")
        output.append(text: target)
        output.append(" HTTP/1.1\r\nHost: ")
        output.append(text: authority)
        output.append("\r\n")
        appendFields(storage, into: &output)
        switch framing {
        case .none: break
        case .chunked: output.append("Transfer-Encoding: chunked\r\n")
        case .length(let count):
            output.append("Content-Length: ")
            output.append(decimal: count)
            output.append("\r\n")
        }
        if let upgrade {
            output.append("Connection: Upgrade\r\nUpgrade: ")
            output.append(text: upgrade)
            output.append("\r\n")
        }
        output.append("\r\n")
    }

    private static func appendFields(_ storage: HeadStorage, into output: inout OutputBuffer) {
        let bytes = storage.bytes
        for entry in storage.entries where !belongsToClient(entry, storage) {
            output.append(bytes.span.extracting(entry.nameRange))
            output.append(": ")
            output.append(bytes.span.extracting(entry.valueRange))
            output.append("\r\n")
        }
    }

    private static func belongsToClient(_ entry: HeadStorage.Entry, _ storage: HeadStorage) -> Bool {
        switch entry.nameCount {
        case 4: storage.matches(entry, .host)
        case 7: storage.matches(entry, .upgrade)
        case 10: storage.matches(entry, .connection) || storage.matches(entry, .keepAlive)
        case 14: storage.matches(entry, .contentLength)
        case 17: storage.matches(entry, .transferEncoding)
        default: false
        }
    }
}
