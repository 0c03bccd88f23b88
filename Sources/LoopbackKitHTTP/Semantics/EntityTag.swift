/// A validator that tells versions of a representation apart (RFC 9110, section 8.8.3).
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// Whether it only promises that versions are equivalent, not that they are the same bytes.
    public let isWeak: Bool
    /// What stands between the quotes.
    package let opaque: [UInt8]

    /// Makes a tag; `nil` when the text holds a quote, a space or a control character.
    ///
    /// - Parameters:
    ///   - text: what stands between the quotes.
    ///   - isWeak: whether the tag is written with `W/` before it.
    public init?(_ text: String, isWeak: Bool = false) {
        self.init(opaque: Array(text.utf8), isWeak: isWeak)
    }

    package init?(opaque: [UInt8], isWeak: Bool) {
        guard opaque.allSatisfy(Self.isOpaqueByte) else { return nil }
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Reads exactly one tag, such as `"xyzzy"` or `W/"xyzzy"`; `nil` when there is anything else.
    public init?(parsing text: String) {
        self.init(parsing: Array(text.utf8).span)
    }

    package init?(parsing bytes: Span<UInt8>) {
        var index = 0
        guard let tag = Self.read(bytes, &index), index == bytes.count else { return nil }
        self = tag
    }

    /// The tag as a field's value.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The tag as the bytes of a field's value.
    package var bytes: [UInt8] { (isWeak ? [87, 47, 34] : [34]) + opaque + [34] }

    /// Strong comparison: both tags are strong, and the same (RFC 9110, section 8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Weak comparison: both tags have the same text (RFC 9110, section 8.8.3.2).
    public func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    /// Reads the tag that begins at the index, and moves behind it.
    static func read(_ bytes: Span<UInt8>, _ index: inout Int) -> EntityTag? {
        var position = index
        let isWeak = bytes.holds("W/", at: position)
        if isWeak { position += 2 }
        guard position < bytes.count, bytes[position] == 34 else { return nil }
        position += 1
        var opaque: [UInt8] = []
        while position < bytes.count, bytes[position] != 34 {
            opaque.append(bytes[position])
            position += 1
        }
        guard position < bytes.count, let tag = EntityTag(opaque: opaque, isWeak: isWeak) else { return nil }
        index = position + 1
        return tag
    }

    /// `etagc`: printable ASCII but the quote, and bytes above ASCII.
    private static func isOpaqueByte(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 34 && byte != 0x7F }
}

/// The value of `If-Match` and `If-None-Match`: any version, or one of a list (RFC 9110, section 13.1).
public enum EntityTagList: Hashable, Sendable {
    /// `*`: any current version.
    case any
    /// These versions.
    case tags([EntityTag])

    /// Reads a field's value; `nil` when it is malformed.
    ///
    /// Empty elements are skipped (RFC 9110, section 5.6.1).
    public init?(_ text: String) {
        self.init(Array(text.utf8).span)
    }

    package init?(_ bytes: Span<UInt8>) {
        if bytes.count == 1, bytes[0] == 42 {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        var index = 0
        var needsComma = false
        while index < bytes.count {
            switch bytes[index] {
            case 32, 9: index += 1
            case 44:
                index += 1
                needsComma = false
            default:
                guard !needsComma, let tag = EntityTag.read(bytes, &index) else { return nil }
                tags.append(tag)
                needsComma = true
            }
        }
        guard !tags.isEmpty else { return nil }
        self = .tags(tags)
    }

    /// Whether a tag of the list is the current one by weak comparison.
    public func matchesWeakly(_ current: EntityTag) -> Bool {
        guard case .tags(let tags) = self else { return true }
        return tags.contains { $0.matchesWeakly(current) }
    }

    /// Whether a tag of the list is the current one by strong comparison.
    public func matchesStrongly(_ current: EntityTag) -> Bool {
        guard case .tags(let tags) = self else { return true }
        return tags.contains { $0.matchesStrongly(current) }
    }
}
