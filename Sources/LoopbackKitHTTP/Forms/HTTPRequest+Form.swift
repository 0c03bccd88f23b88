extension HTTPRequest {
    /// The names and values of the target's query; empty without one.
    ///
    /// It is decoded each time it is asked for. The query's size is bounded by the head's limit.
    public var query: FormFields {
        guard let bytes = target.queryBytes, let fields = try? FormFields(urlEncoded: bytes) else { return [:] }
        return fields
    }

    /// Reads the body as a form of type `application/x-www-form-urlencoded`.
    ///
    /// - Parameters:
    ///   - limit: the most bytes of body that are taken.
    ///   - fieldLimit: the most fields that are taken.
    /// - Returns: the form's fields.
    /// - Throws: `FormError`: `wrongMediaType` before anything is read, `tooLarge`, `tooManyFields`; or what the
    ///   connection met.
    public func form(upTo limit: Int = 1 << 20, fieldLimit: Int = 1000) async throws -> FormFields {
        let type = fields[.contentType].flatMap { MediaType($0) }
        guard type?.essence == "application/x-www-form-urlencoded" else { throw FormError(.wrongMediaType) }
        if let length = body.length, length > limit { throw FormError(.tooLarge) }
        var bytes: [UInt8] = []
        for try await part in body {
            guard part.count <= limit - bytes.count else { throw FormError(.tooLarge) }
            bytes += part
        }
        return try FormFields(urlEncoded: bytes, limit: fieldLimit)
    }
}

extension RequestTarget {
    /// The query without its question mark as bytes, still percent-encoded; `nil` without a question mark.
    public var queryBytes: [UInt8]? {
        pathEnd < count ? Array(storage.bytes[Int(start + pathEnd) + 1..<Int(start + count)]) : nil
    }
}
