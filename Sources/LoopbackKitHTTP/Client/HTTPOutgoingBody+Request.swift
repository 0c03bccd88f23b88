extension HTTPOutgoingBody {
    /// How a request with this body is framed.
    ///
    /// An empty body has a length where the method means one (RFC 9110, section 8.6).
    func framing(for method: HTTPMethod) -> RequestBodyFraming {
        switch storage {
        case .upgrade: .none
        case .empty: method == .post || method == .put || method == .patch ? .length(0) : .none
        case .bytes, .segments, .stream: length.map { .length($0) } ?? .chunked
        }
    }
}

extension HTTPBodyWriter {
    /// Sends bytes, or a run of a file in parts.
    func write(_ segment: HTTPOutgoingBody.Segment) async throws {
        switch segment {
        case .bytes(let bytes): try await write(bytes)
        case .file(let region):
            var offset = 0
            while offset < region.count {
                let count = min(region.count - offset, 1 << 16)
                // The length was promised.
                guard let part = region.file.read(at: region.offset + offset, count: count), part.count == count else {
                    throw HTTPMessageError(.wrongBodyLength)
                }
                try await write(part)
                offset += part.count
            }
        }
    }
}
