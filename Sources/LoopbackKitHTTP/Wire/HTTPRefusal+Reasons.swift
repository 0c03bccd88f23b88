extension HTTPRefusal.Reason {
    // The request line (RFC 9112, section 3).
    package static let malformedMethod = Self("malformed method")
    package static let malformedTarget = Self("malformed request target")
    package static let targetFormMismatch = Self("request target does not fit its method")
    package static let malformedVersion = Self("malformed version")
    package static let unsupportedVersion = Self("version other than HTTP/1.0 and HTTP/1.1")
    package static let requestLineTooLong = Self("request line too long")

    // The status line (RFC 9112, section 4).
    package static let malformedStatus = Self("malformed status")
    package static let malformedReason = Self("control character in a reason phrase")

    // Field lines (RFC 9112, section 5).
    package static let malformedLineEnd = Self("line end without CR LF")
    package static let lineFolding = Self("line folding")
    package static let malformedFieldName = Self("malformed field name")
    package static let malformedFieldValue = Self("control character in a field value")
    package static let headTooLarge = Self("head too large")
    package static let tooManyFields = Self("too many fields")

    // What fields say (RFC 9112, sections 3.2 and 6).
    package static let missingHost = Self("missing Host")
    package static let repeatedHost = Self("repeated Host")
    package static let malformedHost = Self("malformed Host")
    package static let malformedContentLength = Self("malformed Content-Length")
    package static let repeatedContentLength = Self("repeated Content-Length")
    package static let conflictingFraming = Self("both Content-Length and Transfer-Encoding")
    package static let transferEncodingInOldVersion = Self("Transfer-Encoding in HTTP/1.0")
    package static let malformedTransferEncoding = Self("malformed Transfer-Encoding")
    package static let finalCodingNotChunked = Self("final transfer coding is not chunked")
    package static let unknownTransferCoding = Self("unknown transfer coding")
    package static let unknownExpectation = Self("unknown expectation")

    // Upgrades (RFC 9110, section 7.8).
    package static let bodyBeforeUpgrade = Self("body that was not read before an upgrade")

    // The chunked coding (RFC 9112, section 7.1).
    package static let malformedChunkSize = Self("malformed chunk size")
    package static let chunkSizeTooLarge = Self("chunk size too large")
    package static let malformedChunkExtension = Self("malformed chunk extension")
    package static let chunkExtensionsTooLong = Self("chunk extensions too long")
    package static let malformedChunkEnd = Self("chunk data not followed by CR LF")
    package static let trailersTooLarge = Self("trailers too large")
}

extension HTTPRefusal {
    /// 400 with a reason.
    package static func malformed(_ reason: Reason) -> Self { Self(.badRequest, reason) }
}
