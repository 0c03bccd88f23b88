package import LoopbackKitHTTP

/// How a call is made whose answer may be a playlist: what upstream is asked for, and what becomes of its answer.
///
/// A playlist is read whole, in identity coding, and answered with 200 and its new length, whatever range was asked for:
/// the upstream's numbers and tags are of other bytes. Everything else passes untouched.
package struct PlaylistPlan: Sendable {
    /// What becomes of an answer.
    package enum Step: Hashable, Sendable {
        /// It is none of a playlist, or one that can't be read.
        case passes
        /// It is one: it is read, rewritten, and sent with `answerFields(from:)`. One that turns out to be longer than
        /// `Playlist.sizeLimit` passes as it is.
        case rewrites
        /// It may be one by its type, or by what was asked for: its first bytes tell.
        ///
        /// When `Playlist.begins(_:)` says so, it is rewritten, else it passes.
        case looksInto
        /// It is one, but only a part of it or compressed: the request is made again, with `askingForWhole`.
        case asksAgain
    }

    /// Whether upstream is asked for the whole in identity coding.
    package private(set) var asksForWhole: Bool

    private let method: HTTPMethod
    private let isOff: Bool

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - method: the request's method; playlists are read by GET, and HEAD tells of them.
    ///   - path: the upstream path, percent-encoded and without a query.
    ///   - fields: the request's fields.
    ///   - isOff: whether everything passes as it is.
    package init(method: HTTPMethod, path: String, fields: HTTPFields, isOff: Bool = false) {
        self.method = method
        self.isOff = isOff
        asksForWhole = !isOff && (method == .get || method == .head) && Playlist.isWanted(path: path, fields: fields)
    }

    /// The plan for making the request again.
    package var askingForWhole: PlaylistPlan {
        var plan = self
        plan.asksForWhole = true
        return plan
    }

    /// A request's fields as upstream gets them.
    package func requestFields(from fields: HTTPFields) -> HTTPFields {
        guard asksForWhole else { return fields }
        var fields = fields
        fields.remove(.range)
        fields.remove(.ifRange)
        fields[.acceptEncoding] = "identity"
        return fields
    }

    /// What becomes of an answer whose head is there.
    package func step(status: HTTPStatus, fields: HTTPFields) -> Step {
        guard !isOff, method == .get || method == .head, status == .ok || status == .partialContent else {
            return .passes
        }
        guard !fields.tellsOfTooLongBody else { return .passes }
        let isWhole = status == .ok || fields.coversWhole
        let isReadable = isWhole && fields.hasIdentityCoding
        let type = fields.values(of: .contentType).last
        guard let type, Playlist.isType(type) else {
            let mayBe = isReadable && method == .get && (asksForWhole || Playlist.mayHaveType(type))
            return mayBe ? .looksInto : .passes
        }
        guard isReadable else { return asksForWhole ? .passes : .asksAgain }
        return .rewrites
    }

    /// The upstream's fields that are still true of a rewritten playlist; the status is 200.
    package static func answerFields(from fields: HTTPFields) -> HTTPFields {
        var fields = fields
        for name in ofOtherBytes { fields.remove(name) }
        return fields
    }

    /// What tells of the upstream's bytes: their length, place, coding, version and digest.
    private static let ofOtherBytes: [HTTPFieldName] = [
        .contentLength, .contentRange, .acceptRanges, .contentEncoding, .eTag, .lastModified, "Content-MD5", "Digest",
        "Content-Digest", "Repr-Digest", "Unencoded-Digest", "Signature", "Signature-Input",
    ]
}

extension HTTPFields {
    /// Whether the body is not compressed.
    var hasIdentityCoding: Bool {
        values(of: .contentEncoding).flatMap(\.listMembers).allSatisfy { $0.elementsEqual("identity".utf8) }
    }

    /// Whether `Content-Length` is beyond what is rewritten; without it the bytes are counted as they come.
    fileprivate var tellsOfTooLongBody: Bool {
        guard let value = firstValueBytes(of: .contentLength) else { return false }
        return decimal(value[...]).map { $0 > Playlist.sizeLimit } ?? true
    }

    /// Whether `Content-Range` spans everything, as in `bytes 0-999/1000` (RFC 9110, section 14.4).
    fileprivate var coversWhole: Bool {
        guard let value = firstValueBytes(of: .contentRange) else { return false }
        let parts = value.split { [UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "/")].contains($0) }
        guard parts.count == 4, parts[0].map(lowercase).elementsEqual("bytes".utf8) else { return false }
        guard decimal(parts[1]) == 0, let last = decimal(parts[2]), let size = decimal(parts[3]) else { return false }
        return last == size &- 1
    }

    /// A number of digits alone, since `Int` would take a sign, too; `nil` when it is none, or too great.
    private func decimal(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty else { return nil }
        var value = 0
        for digit in digits {
            guard digit &- 48 < 10 else { return nil }
            let (product, isTooGreat) = value.multipliedReportingOverflow(by: 10)
            let (sum, isStillTooGreat) = product.addingReportingOverflow(Int(digit &- 48))
            guard !isTooGreat, !isStillTooGreat else { return nil }
            value = sum
        }
        return value
    }
}
