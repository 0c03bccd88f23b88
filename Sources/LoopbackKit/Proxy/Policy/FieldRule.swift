internal import LoopbackKitHTTP

/// What becomes of some fields, and why: one row of a policy.
package struct FieldRule<Action: Hashable & Sendable>: Hashable, Sendable {
    /// The names in lower case; `sec-*` stands for all that begin so, `*-policy` for all that end so.
    package let names: [String]
    /// What becomes of them.
    package let action: Action
    /// Why.
    package let reason: String

    /// Makes a row; the names stand between spaces.
    init(_ names: String, _ action: Action, _ reason: String) {
        self.names = names.split(separator: " ").map(String.init)
        self.action = action
        self.reason = reason
    }
}

/// The rows of a policy, ready to be looked up by name.
package struct FieldRules<Action: Hashable & Sendable>: Sendable {
    /// The rows as they are written.
    package let rows: [FieldRule<Action>]

    private var names = ByteKeys()
    /// The action of each name, in the order of `names`.
    private var actions: [Action] = []
    private var beginnings = Families()
    private var endings = Families()

    /// Names that begin or end alike.
    private struct Families: Sendable {
        var texts: [[UInt8]] = []
        var actions: [Action] = []
        /// One bit for each byte, modulo 64, that a text begins with, so that most names need no look at the texts.
        var firstBytes: UInt64 = 0

        mutating func append(_ text: [UInt8], _ action: Action) {
            texts.append(text)
            actions.append(action)
            firstBytes |= 1 << UInt64(text[0] & 63)
        }

        /// The action of the family whose text the bytes begin with.
        func action(for bytes: some Collection<UInt8>) -> Action? {
            guard let first = bytes.first, firstBytes >> UInt64(first & 63) & 1 == 1 else { return nil }
            return texts.firstIndex { bytes.starts(with: $0) }.map { actions[$0] }
        }
    }

    /// Makes the table; each name stands in one row.
    init(_ rows: [FieldRule<Action>]) {
        self.rows = rows
        for row in rows {
            for name in row.names { add(Array(name.utf8), row.action) }
        }
    }

    private mutating func add(_ name: [UInt8], _ action: Action) {
        if name.last == UInt8(ascii: "*") {
            beginnings.append(Array(name.dropLast()), action)
        } else if name.first == UInt8(ascii: "*") {
            endings.append(name.dropFirst().reversed(), action)
        } else {
            names.append(name)
            actions.append(action)
        }
    }

    /// What becomes of a field; `nil` for a name that no row has.
    ///
    /// - Parameter name: the name in lower case.
    /// - Returns: the row's action. A name that stands for itself goes before a family of names.
    package func action(for name: [UInt8]) -> Action? {
        if let index = names.index(of: name.span) { return actions[index] }
        return beginnings.action(for: name) ?? endings.action(for: name.reversed() as ReversedCollection)
    }
}
