/// The brackets that are open, and for each how many conditional operators (`? :`) in it await their colon.
///
/// Two bytes a bracket: files of nothing but brackets are read as well.
struct JavaScriptBrackets {
    /// The enclosure in the low four bits, the count in the others.
    private var entries: [UInt16] = [0]
    /// Brackets that closed nothing.
    private(set) var unmatched = 0

    /// How many are open.
    var count: Int { entries.count - 1 }

    var innermost: JavaScriptEnclosure {
        JavaScriptEnclosure(rawValue: UInt8(truncatingIfNeeded: entries[entries.count - 1] & 15)) ?? .script
    }

    mutating func open(_ enclosure: JavaScriptEnclosure) { entries.append(UInt16(enclosure.rawValue)) }

    mutating func close() { if entries.count > 1 { entries.removeLast() } }

    /// Notes a bracket that closes nothing.
    mutating func missed() { unmatched += 1 }

    /// Takes back class heads that no body came to.
    mutating func dropClassHeads() { while innermost.isClassHead { close() } }

    mutating func beginConditional() {
        let last = entries.count - 1
        if entries[last] < 0xFFF0 { entries[last] += 16 }
    }

    /// Takes a colon.
    ///
    /// - Returns: whether it belongs to a conditional operator.
    mutating func endConditional() -> Bool {
        let last = entries.count - 1
        guard entries[last] >= 16 else { return false }
        entries[last] -= 16
        return true
    }

    /// Begins a statement, in which no conditional operator is open.
    mutating func endConditionals() { entries[entries.count - 1] &= 15 }
}

extension JavaScriptEnclosure {
    var isClassHead: Bool { self == .classDeclarationHead || self == .classExpressionHead }
    var isClassBody: Bool { self == .classDeclaration || self == .classExpression }
    /// Whether statements stand in it.
    var hasStatements: Bool { self == .script || self == .block || self == .functionBody }
}
