/// How much of a body is read and handed over at once: more from one who fills it, since each call of the system and each
/// turn of a reader has its price.
package struct PartSize: Hashable, Sendable {
    package static let least = 1 << 16
    package static let most = 1 << 18

    /// The size of the next part.
    package private(set) var next = least

    package init() {}

    /// So much came.
    package mutating func note(_ count: Int) {
        if count == next { next = min(next * 2, Self.most) } else if count < next / 4 { next = Self.least }
    }
}
