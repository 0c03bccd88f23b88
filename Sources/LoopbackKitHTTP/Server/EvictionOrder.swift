/// Which connections make room at the cap, in the order of their going.
///
/// A search looks at every connection: with one for each newcomer a flood at the cap would hold the loop by it. So a
/// search serves for many; whoever has been at work or was trusted since has to be passed over.
package struct EvictionOrder: Sendable {
    /// An idle connection, as the search found it.
    package struct Place: Hashable, Sendable {
        package var descriptor: Int
        package var since: Int64
        package var isTrusted: Bool

        package init(descriptor: Int, since: Int64, isTrusted: Bool) {
            self.descriptor = descriptor
            self.since = since
            self.isTrusted = isTrusted
        }
    }

    /// How many a search serves for.
    private static let most = 256

    /// The next to go is the last.
    private var places: [Place] = []

    package init() {}

    /// Takes out the next to go.
    package mutating func next() -> Place? { places.popLast() }

    /// Puts those in order that a search found: the longest idle first, of those that are not trusted.
    ///
    /// Of trusted ones it keeps one alone, where there are no others: the newcomers go before the next.
    package mutating func refill(_ idle: [Place]) {
        let untrusted = idle.filter { !$0.isTrusted }
        if untrusted.isEmpty {
            places = idle.min { $0.since < $1.since }.map { [$0] } ?? []
        } else {
            places = untrusted.sorted { $0.since < $1.since }.prefix(Self.most).reversed()
        }
    }
}
