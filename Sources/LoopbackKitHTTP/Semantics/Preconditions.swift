/// What tells the current version of a representation from others (RFC 9110, section 8.8).
public struct Validators: Hashable, Sendable {
    /// The entity tag, when there is one.
    public var entityTag: EntityTag?
    /// When it changed last, when that is known.
    public var lastModified: HTTPDate?

    /// Makes validators.
    public init(entityTag: EntityTag? = nil, lastModified: HTTPDate? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}

/// The conditions that a request makes about the version it is for (RFC 9110, section 13).
public enum Preconditions {
    /// What becomes of the request.
    public enum Outcome: Hashable, Sendable {
        /// It is carried out.
        case proceed
        /// 304: the reader has the current version.
        case notModified
        /// 412.
        case failed
    }

    /// Judges the conditions in the order of RFC 9110, section 13.2.2.
    ///
    /// A date that can't be read makes no condition. A malformed list of tags matches nothing: `If-Match` fails, and
    /// `If-None-Match` lets the request pass, which is the safe side of both.
    ///
    /// - Parameters:
    ///   - method: the request's method.
    ///   - fields: the request's fields.
    ///   - current: the current version's validators, or `nil` when there is no current version.
    ///   - now: decides the century of dates with two digits for the year; asked for only when one is there.
    /// - Returns: what becomes of the request.
    public static func evaluate(
        method: HTTPMethod,
        fields: HTTPFields,
        current: Validators?,
        now: @autoclosure () -> HTTPDate
    ) -> Outcome {
        if let value = fields.valueBytes(of: .ifMatch) {
            guard matchesStrongly(value, current) else { return .failed }
        } else if let value = fields.valueBytes(of: .ifUnmodifiedSince), let lastModified = current?.lastModified,
            let date = HTTPDate(value.span, now: now()), lastModified > date
        {
            return .failed
        }
        let isRead = method == .get || method == .head
        if let value = fields.valueBytes(of: .ifNoneMatch) {
            if matchesWeakly(value, current) { return isRead ? .notModified : .failed }
        } else if isRead, let value = fields.valueBytes(of: .ifModifiedSince),
            let lastModified = current?.lastModified, let date = HTTPDate(value.span, now: now()),
            lastModified <= date
        {
            return .notModified
        }
        return .proceed
    }

    /// Whether a `Range` field may be followed: there is no `If-Range`, or it names the current version.
    ///
    /// A tag is compared strongly, a date must be exactly the last change's (RFC 9110, section 13.1.5).
    ///
    /// - Parameters:
    ///   - fields: the request's fields.
    ///   - current: the current version's validators.
    ///   - now: decides the century of dates with two digits for the year.
    /// - Returns: `false` when the whole representation has to be sent.
    public static func allowsRange(
        fields: HTTPFields,
        current: Validators,
        now: @autoclosure () -> HTTPDate
    ) -> Bool {
        guard let value = fields.valueBytes(of: .ifRange) else { return true }
        if let tag = EntityTag(parsing: value.span) {
            return current.entityTag.map(tag.matchesStrongly) ?? false
        }
        guard let lastModified = current.lastModified else { return false }
        return HTTPDate(value.span, now: now()) == lastModified
    }

    private static func matchesStrongly(_ value: [UInt8], _ current: Validators?) -> Bool {
        guard let current, let list = EntityTagList(value.span) else { return false }
        if list == .any { return true }
        return current.entityTag.map(list.matchesStrongly) ?? false
    }

    private static func matchesWeakly(_ value: [UInt8], _ current: Validators?) -> Bool {
        guard let current, let list = EntityTagList(value.span) else { return false }
        if list == .any { return true }
        return current.entityTag.map(list.matchesWeakly) ?? false
    }
}

extension HTTPFields {
    /// The field's value as bytes, several lines joined by `", "` (RFC 9110, section 5.3); `nil` without a line.
    package func valueBytes(of name: HTTPFieldName) -> [UInt8]? {
        guard let first = storage.index(of: name) else { return nil }
        var value = Array(storage.bytes[storage.entries[first].valueRange])
        var next = storage.index(of: name, from: first + 1)
        while let index = next {
            value += [44, 32]
            value += storage.bytes[storage.entries[index].valueRange]
            next = storage.index(of: name, from: index + 1)
        }
        return value
    }

    /// Whether a field may be there that makes a condition or asks for a range; `false` is certain, `true` is a guess.
    ///
    /// One walk over the names' lengths and first letters spares the usual request six searches.
    package var mayBeConditional: Bool {
        for entry in storage.entries {
            switch entry.nameCount {
            case 5 where lowercase(storage.bytes[Int(entry.name)]) == 114: return true  // Range
            case 8, 13, 17, 19:  // If-Match, If-Range, If-None-Match, If-Modified-Since, If-Unmodified-Since
                if lowercase(storage.bytes[Int(entry.name)]) == 105,
                    lowercase(storage.bytes[Int(entry.name) + 1]) == 102
                {
                    return true
                }
            default: break
            }
        }
        return false
    }
}
