/// Writes the heads of answers and the chunks of their bodies (RFC 9112, sections 4, 6 and 7.1).
package enum ResponseHeadEncoder {
    /// Appends a head.
    ///
    /// The responder's own Date, Connection, Keep-Alive, Content-Length and Transfer-Encoding lines are left out, but for
    /// Connection in a 101 and a 426, and Content-Length in a 304 and in an answer to HEAD.
    ///
    /// - Parameters:
    ///   - status: the status.
    ///   - fields: the responder's fields.
    ///   - framing: what follows the head, or to HEAD would follow it.
    ///   - version: the request's.
    ///   - keepsAlive: whether the connection is kept after the answer.
    ///   - date: the time as an IMF-fixdate (RFC 9110, section 5.6.7).
    ///   - serverField: a whole `Server` line, left out when the responder has its own.
    ///   - answersHead: whether the request was a HEAD.
    ///   - output: where the head is appended.
    /// - Throws: `HTTPMessageError` with code `invalidFieldValue` before anything is appended.
    package static func encode(
        status: HTTPStatus,
        fields: HTTPFields,
        framing: ResponseFraming,
        version: HTTPVersion,
        keepsAlive: Bool,
        date: Span<UInt8>,
        serverField: [UInt8]?,
        answersHead: Bool,
        into output: inout OutputBuffer
    ) throws(HTTPMessageError) {
        let storage = fields.storage
        if let name = storage.refusedName { throw HTTPMessageError(.invalidFieldValue, field: name) }
        output.reserve(storage.bytes.count + 256)
        appendStatusLine(status, into: &output)
        output.append("Date: ")
        output.append(date)
        output.append("\r\n")
        if let serverField, storage.index(of: .server) == nil { output.append(serverField) }
        appendFields(storage, namesUpgrade: status == .switchingProtocols || status == .upgradeRequired, into: &output)
        let body = effective(framing, status, version)
        appendFraming(body, status, answersHead: answersHead, storage, into: &output)
        appendConnection(keepsAlive: keepsAlive && body != .untilClose, status, version, into: &output)
        output.append("\r\n")
    }

    /// What may be said of the framing.
    ///
    /// Nothing in 1xx and 204 (RFC 9112, section 6.1; RFC 9110, section 8.6), and no transfer coding to a client of
    /// HTTP/1.0.
    private static func effective(
        _ framing: ResponseFraming,
        _ status: HTTPStatus,
        _ version: HTTPVersion
    ) -> ResponseFraming {
        if status.code < 200 || status == .noContent { return .none }
        // A 304 tells of the answer to a GET, which an empty body of its own says nothing about.
        if status == .notModified {
            guard case .length(let count) = framing, count > 0 else { return .none }
            return framing
        }
        return framing == .chunked && version == .http1_0 ? .untilClose : framing
    }

    private static func appendFraming(
        _ framing: ResponseFraming,
        _ status: HTTPStatus,
        answersHead: Bool,
        _ storage: HeadStorage,
        into output: inout OutputBuffer
    ) {
        let bytes = storage.bytes
        if storage.hasEngineFields || !storage.isWireForm, answersHead || status == .notModified,
            status.code >= 200, status != .noContent, let value = storage.contentLength
        {
            output.append("Content-Length: ")
            output.append(bytes.span.extracting(value))
            output.append("\r\n")
            return
        }
        switch framing {
        case .none, .untilClose: break
        case .chunked: output.append("Transfer-Encoding: chunked\r\n")
        case .length(let count):
            output.append("Content-Length: ")
            output.append(decimal: count)
            output.append("\r\n")
        }
    }

    /// What becomes of the connection (RFC 9112, section 9.3).
    ///
    /// An interim answer is not the last one, and a 101 brings its own.
    private static func appendConnection(
        keepsAlive: Bool,
        _ status: HTTPStatus,
        _ version: HTTPVersion,
        into output: inout OutputBuffer
    ) {
        guard status.code >= 200 else { return }
        if !keepsAlive {
            output.append("Connection: close\r\n")
        } else if version == .http1_0 {
            output.append("Connection: keep-alive\r\n")
        }
    }

    private static func appendFields(_ storage: HeadStorage, namesUpgrade: Bool, into output: inout OutputBuffer) {
        if storage.isWireForm, !storage.hasEngineFields {
            output.append(storage.bytes)
            return
        }
        let bytes = storage.bytes
        for entry in storage.entries {
            let belongsToEngine = storage.belongsToEngine(entry)
            let passes = namesUpgrade && storage.matches(entry, HTTPFieldName.connection)
            guard !belongsToEngine || passes else { continue }
            output.append(bytes.span.extracting(entry.nameRange))
            output.append(": ")
            output.append(bytes.span.extracting(entry.valueRange))
            output.append("\r\n")
        }
    }
}

// MARK: - Chunks

extension ResponseHeadEncoder {
    /// Appends a chunk; an empty part is left out, since a chunk without data ends the body.
    package static func appendChunk(_ part: Span<UInt8>, into output: inout OutputBuffer) {
        guard !part.isEmpty else { return }
        output.reserve(part.count + 20)
        appendChunkHead(part.count, into: &output)
        output.append(part)
        output.append("\r\n")
    }

    /// Appends the line before a chunk's data of so many bytes, which are to be followed by CR LF.
    package static func appendChunkHead(_ count: Int, into output: inout OutputBuffer) {
        output.append(hexadecimal: count)
        output.append("\r\n")
    }

    /// Appends the end of a body, with trailers if there are any; fields that may not stand there are left out.
    ///
    /// - Throws: `HTTPMessageError` with code `invalidFieldValue` before anything is appended.
    package static func appendLastChunk(
        trailers: HTTPFields,
        into output: inout OutputBuffer
    ) throws(HTTPMessageError) {
        if let name = trailers.invalidName { throw HTTPMessageError(.invalidFieldValue, field: name) }
        output.append("0\r\n")
        let storage = trailers.storage
        let bytes = storage.bytes
        for entry in storage.entries where HTTPFieldName(token: storage.string(entry.nameRange)).mayTrail {
            output.append(bytes.span.extracting(entry.nameRange))
            output.append(": ")
            output.append(bytes.span.extracting(entry.valueRange))
            output.append("\r\n")
        }
        output.append("\r\n")
    }
}
