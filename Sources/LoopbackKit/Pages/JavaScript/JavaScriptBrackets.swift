/// The brackets that are open, and for each how many conditional operators (`? :`) in it await their colon.
///
/// Two bytes a bracket: files of nothing but brackets are read as well.
struct JavaScriptBrackets {
    /// The innermost one.
    private(set) var innermost = JavaScriptEnclosure.script
    private var conditionals: UInt16 = 0
    /// The others: the enclosure in the low four bits, the count in the rest.
    private var outer: [UInt16] = []
    /// Brackets that closed nothing.
    private(set) var unmatched = 0

    /// As many conditional operators are counted.
    private static let limit: UInt16 = 0xFFF

    /// How many are open.
    var count: Int { outer.count }

    mutating func open(_ enclosure: JavaScriptEnclosure) {
        outer.append(conditionals << 4 | UInt16(innermost.rawValue))
        innermost = enclosure
        conditionals = 0
    }

    mutating func close() {
        guard let entry = outer.popLast() else { return }
        innermost = JavaScriptEnclosure(rawValue: UInt8(entry & 15)) ?? .script
        conditionals = entry >> 4
    }

    /// Notes a bracket that closes nothing.
    mutating func missed() { unmatched += 1 }

    /// Takes back class heads that no body came to.
    mutating func dropClassHeads() { while innermost.isClassHead { close() } }

    mutating func beginConditional() { conditionals = min(conditionals + 1, Self.limit) }

    /// Takes a colon.
    ///
    /// - Returns: whether it belongs to a conditional operator.
    mutating func endConditional() -> Bool {
        guard conditionals > 0 else { return false }
        conditionals -= 1
        return true
    }

    /// Begins a statement, in which no conditional operator is open.
    mutating func endConditionals() { conditionals = 0 }
}

extension JavaScriptEnclosure {
    var isClassHead: Bool { self == .classDeclarationHead || self == .classExpressionHead }
    var isClassBody: Bool { self == .classDeclaration || self == .classExpression }
    /// Whether statements stand in it.
    var hasStatements: Bool { self == .script || self == .block || self == .functionBody }
}
