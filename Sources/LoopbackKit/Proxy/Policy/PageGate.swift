package import LoopbackKitHTTP

/// Whether a call to another site comes from a page of the own origin.
///
/// Another site's page may know nothing of the token, and still must not be able to use the proxy once it does. What a
/// browser says of a request is looked at in the order of what it is worth: Fetch Metadata, then `Origin`, then `Referer`.
package struct PageGate: Sendable {
    /// What the evidence leads to.
    package enum Verdict: Hashable, Sendable {
        /// A page of the own origin sent it.
        case admitted
        /// Nothing speaks for or against it, as with media players: each such pass is an event.
        case admittedWithoutEvidence
        /// It is not the page's, or not for what the proxy is there for.
        case refused(PageRefusal)
    }

    /// Whether style sheets may be read, too.
    package var admitsStyle: Bool

    private let ownOrigin: [UInt8]

    /// Makes a gate.
    ///
    /// - Parameters:
    ///   - ownOrigin: the origin as browsers write it, such as `http://127.0.0.1:58731`.
    ///   - admitsStyle: whether style sheets may be read, too.
    package init(ownOrigin: String, admitsStyle: Bool = false) {
        self.ownOrigin = Array(ownOrigin.utf8)
        self.admitsStyle = admitsStyle
    }

    /// Judges a request by its method and fields.
    package func check(_ request: HTTPRequest) -> Verdict {
        let fields = request.fields
        if Self.evidence.contains(where: { fields.isRepeated($0) }) { return .refused(.repeatedEvidence) }
        if request.asksForWebSocket { return verdictOnWebSocket(fields) }
        if fields.contains(.secFetchSite) {
            guard fields.value(of: .secFetchSite, equals: "same-origin") else { return .refused(.foreignSite) }
            return verdictOnUse(fields, needsDestination: true) ?? .admitted
        }
        if let refusal = verdictOnUse(fields, needsDestination: false) { return refusal }
        if let isOwn = isOwnOrigin(fields) { return isOwn ? .admitted : .refused(.foreignOrigin) }
        if let isOwn = isOwnReferer(fields) { return isOwn ? .admitted : .refused(.foreignReferer) }
        guard request.method == .get || request.method == .head else { return .refused(.noEvidence) }
        return .admittedWithoutEvidence
    }

    private static let evidence: [HTTPFieldName] = [.secFetchSite, .secFetchMode, .secFetchDest, .origin, .referer]

    private static let destinations: [StaticString] = ["empty", "image", "video", "audio", "track", "font"]

    /// What the answer is to be used for: a document, or what the proxy isn't there for, is refused.
    private func verdictOnUse(_ fields: HTTPFields, needsDestination: Bool) -> Verdict? {
        if fields.value(of: .secFetchMode, equals: "navigate") { return .refused(.navigation) }
        guard needsDestination || fields.contains(.secFetchDest) else { return nil }
        return admitsDestination(fields) ? nil : .refused(.destination)
    }

    private func admitsDestination(_ fields: HTTPFields) -> Bool {
        Self.destinations.contains { fields.value(of: .secFetchDest, equals: $0) }
            || admitsStyle && fields.value(of: .secFetchDest, equals: "style")
    }

    /// A WebSocket always has an Origin, and Chromium sends nothing else to judge it by.
    private func verdictOnWebSocket(_ fields: HTTPFields) -> Verdict {
        guard isOwnOrigin(fields) == true else { return .refused(.foreignOrigin) }
        if fields.contains(.secFetchSite), !fields.value(of: .secFetchSite, equals: "same-origin") {
            return .refused(.foreignSite)
        }
        return .admitted
    }

    /// Compared byte by byte, since browsers write an origin in one way; `nil` without the field.
    private func isOwnOrigin(_ fields: HTTPFields) -> Bool? {
        fields.withFirstValueBytes(of: .origin) { $0.hasBytes(ownOrigin) }
    }

    /// Whether the address begins with the own origin and a slash; `nil` without the field.
    private func isOwnReferer(_ fields: HTTPFields) -> Bool? {
        fields.withFirstValueBytes(of: .referer) { value in
            guard value.count > ownOrigin.count, value[ownOrigin.count] == UInt8(ascii: "/") else { return false }
            return value.extracting(0..<ownOrigin.count).hasBytes(ownOrigin)
        }
    }
}

extension HTTPRequest {
    /// Whether `Upgrade` names the WebSocket protocol (RFC 6455, section 4.1), whatever the method.
    package var asksForWebSocket: Bool {
        fields.values(of: .upgrade).contains { $0.namesToken("websocket") }
    }
}

extension HTTPFields {
    /// Whether more than one line has this name.
    fileprivate func isRepeated(_ name: HTTPFieldName) -> Bool {
        guard let index = storage.index(of: name) else { return false }
        return storage.index(of: name, from: index + 1) != nil
    }
}
