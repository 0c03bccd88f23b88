package import LoopbackKitHTTP

/// Which fields a scope's documents have, by the origin that they are served from.
///
/// Documents are HTML, XHTML, SVG and XML: what a browser shows by itself and runs code of.
package struct DocumentPolicy: Sendable {
    /// Where a page comes from.
    package enum Origin: CaseIterable, Sendable {
        /// `http://127.0.0.1:PORT`.
        case plain
        /// The https origin.
        case secure
    }

    /// The value of `Referrer-Policy`.
    let referrerPolicy: String
    /// What the host adds.
    let hostFields: HTTPFields

    /// The fields of a document.
    ///
    /// A page of the https origin may hold addresses of its time on the plain one, which browsers block there as mixed
    /// content: they are asked for by https instead. On the plain origin the same policy would turn every address of the
    /// page's own into https, where nobody answers. The host's policies come beside it, and each of them holds
    /// (Content Security Policy Level 3, section 3.1).
    package func fields(at origin: Origin) -> HTTPFields {
        var fields: HTTPFields = [.referrerPolicy: referrerPolicy]
        if origin == .secure { fields.append(.contentSecurityPolicy, "upgrade-insecure-requests") }
        for field in hostFields { fields.append(field.name, field.value) }
        return fields
    }
}
