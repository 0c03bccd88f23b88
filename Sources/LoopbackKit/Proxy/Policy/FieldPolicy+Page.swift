package import LoopbackKitHTTP

extension FieldPolicy {
    /// What becomes of an answer's field: those that no row has are sent.
    package enum PageAction: Hashable, Sendable {
        /// It is sent as it stands.
        case sent
        /// It is sent when the answer has no body whose length the engine writes: to HEAD, and in a 304.
        case sentWithoutBody
        /// The page may read it, and the engine must not: it travels in `Loopback-Upstream-Fields`.
        case hidden
        /// Nobody sees it.
        case removed
    }

    /// What the fields of an answer don't tell of it.
    package struct Answer: Sendable {
        /// The upstream's status.
        package var status: HTTPStatus
        /// The upstream's reason phrase.
        package var reason: [UInt8]
        /// The address that answered, after redirects.
        package var url: String
        /// Whether cookies of the jar went with the request.
        package var hadCookies: Bool
        /// How many redirects led to it: they may lead elsewhere the next time.
        package var redirects: Int
        /// Whether the request was a HEAD.
        package var isToHead: Bool

        /// Describes an answer.
        package init(
            status: HTTPStatus,
            reason: [UInt8],
            url: String,
            hadCookies: Bool = false,
            redirects: Int = 0,
            isToHead: Bool = false
        ) {
            self.status = status
            self.reason = reason
            self.url = url
            self.hadCookies = hadCookies
            self.redirects = redirects
            self.isToHead = isToHead
        }
    }

    /// The fields that a page's engine gets: the upstream's that pass, and the proxy's own.
    ///
    /// - Parameters:
    ///   - fields: the upstream's fields.
    ///   - answer: what else there is to know.
    /// - Returns: the fields of the answer with the status that `pageStatus(for:)` gives.
    package static func pageFields(from fields: HTTPFields, of answer: Answer) -> HTTPFields {
        let source = fields.storage
        let named = fields.namedByConnection
        let forbidsStoring = mustNotBeStored(answer, fields)
        let kept = HeadStorage()
        kept.reserve(
            bytes: source.bytes.count + answer.url.utf8.count + 512,
            entries: source.entries.count + ownFields.entries.count + 4
        )
        var hidden = HiddenFields()
        var name: [UInt8] = []
        for entry in source.entries {
            source.lowercaseName(of: entry, into: &name)
            if named.contains(name) { continue }
            let isReplaced = forbidsStoring && name.elementsEqual("cache-control".utf8)
            switch isReplaced ? .hidden : pageRules.action(for: name) {
            case .removed: break
            case .sent, nil: kept.append(entry, of: source)
            case .sentWithoutBody where answer.isToHead || answer.status == .notModified: kept.append(entry, of: source)
            case .sentWithoutBody: break
            case .hidden: hidden.append(name: source.bytes[entry.nameRange], value: source.bytes[entry.valueRange])
            }
        }
        if forbidsStoring {
            kept.append(.cacheControl, "no-store".utf8)
            kept.append(.loopbackCacheControl, "proxy".utf8)
        }
        if let encoded = hidden.encoded { kept.append(.loopbackUpstreamFields, encoded) }
        appendOwnFields(of: answer, to: kept)
        return HTTPFields(storage: kept)
    }

    /// Whether the browser's cache must not keep the answer for the address that was asked: it may be another one for
    /// another page or user, whom the cache takes for the same, or it is another address's.
    private static func mustNotBeStored(_ answer: Answer, _ fields: HTTPFields) -> Bool {
        let varies = fields.values(of: .vary).flatMap(\.listMembers).contains { member in
            ["*", "cookie", "origin"].contains { member.elementsEqual($0.utf8) }
        }
        return varies || answer.hadCookies || answer.redirects > 0
    }

    /// What shuts an answer in that is opened as a document anyway, and what the page script shows of the upstream.
    private static func appendOwnFields(of answer: Answer, to kept: HeadStorage) {
        for entry in ownFields.entries { kept.append(entry, of: ownFields) }
        kept.append(.loopbackUpstreamURL, printable(Array(answer.url.utf8)))
        if answer.redirects > 0 { kept.append(.loopbackUpstreamRedirects, "\(answer.redirects)".utf8) }
        let status = pageStatus(for: answer.status)
        if status != answer.status { kept.append(.loopbackUpstreamStatus, "\(answer.status.code)".utf8) }
        if !answer.reason.elementsEqual(status.reasonPhrase.utf8) {
            kept.append(.loopbackUpstreamText, printable(answer.reason))
        }
    }

    /// What shuts in an answer that is opened as a document.
    private static let ownFields = HTTPFields(
        dictionaryLiteral: (.contentSecurityPolicy, "sandbox"),
        (.xContentTypeOptions, "nosniff"),
        (.crossOriginResourcePolicy, "same-origin")
    ).storage

    /// The text without control characters, which no well-formed one has but for tabs.
    private static func printable(_ text: [UInt8]) -> [UInt8] {
        text.allSatisfy(isPrintable) ? text : text.filter(isPrintable)
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }
}

extension FieldPolicy {
    /// The trailers that an engine gets: those that pass in a head, and may stand in trailers.
    package static func trailers(from fields: HTTPFields) -> HTTPFields {
        let source = fields.storage
        let kept = HeadStorage()
        var name: [UInt8] = []
        for entry in source.entries {
            source.lowercaseName(of: entry, into: &name)
            guard pageRules.action(for: name) ?? .sent == .sent else { continue }
            kept.append(entry, of: source)
        }
        return HTTPFields(storage: kept)
    }

    /// The fields that an engine gets with the 101 of a WebSocket: those by which both sides agree, and no other
    /// (RFC 6455, section 4.2.2).
    package static func webSocketFields(from fields: HTTPFields) -> HTTPFields {
        var kept = HTTPFields()
        for name: HTTPFieldName in ["Sec-WebSocket-Accept", "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions"] {
            for value in fields.values(of: name) { kept.append(name, value) }
        }
        return kept
    }

    /// The status that an answer is sent to the page with.
    ///
    /// Some codes are for whoever holds the connection, and engines act on them: they ask for a proxy's password at a 407
    /// or end the call, and send the request again, whatever its method, at a 408 on a connection that was used before
    /// and at a 421 (RFC 9110, sections 15.5.8, 15.5.9 and 15.5.20). They become 502 with the upstream's in a field of
    /// its own. A 425 passes: engines act on it after early data alone, which nobody sends to this server. So does a 401:
    /// without its challenge it asks for nothing. An interim status is none that an answer ends with.
    package static func pageStatus(for status: HTTPStatus) -> HTTPStatus {
        switch status.code {
        case 407, 408, 421, 100..<200: .badGateway
        default: status
        }
    }
}
