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
    private var beginnings: [(text: [UInt8], action: Action)] = []
    private var endings: [(text: [UInt8], action: Action)] = []

    /// Makes the table; each name stands in one row.
    init(_ rows: [FieldRule<Action>]) {
        self.rows = rows
        for row in rows {
            for name in row.names { add(Array(name.utf8), row.action) }
        }
    }

    private mutating func add(_ name: [UInt8], _ action: Action) {
        if name.last == UInt8(ascii: "*") {
            beginnings.append((Array(name.dropLast()), action))
        } else if name.first == UInt8(ascii: "*") {
            endings.append((Array(name.dropFirst()), action))
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
        if let family = beginnings.first(where: { name.starts(with: $0.text) }) { return family.action }
        return endings.first { name.reversed().starts(with: $0.text.reversed()) }?.action
    }
}
