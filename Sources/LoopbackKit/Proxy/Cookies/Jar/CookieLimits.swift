/// How many cookies a jar keeps; those that were used longest ago go first.
public struct CookieLimits: Hashable, Sendable {
    /// The most cookies of a site, which is a name with all hosts below it, such as `example.com`.
    public var perSite: Int
    /// The most cookies of a jar; one too many makes room for a sixteenth of them.
    public var total: Int

    /// Makes limits; less than none is none.
    public init(perSite: Int = 180, total: Int = 3000) {
        self.perSite = max(perSite, 0)
        self.total = max(total, 0)
    }
}
