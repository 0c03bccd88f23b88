/// Rules and declarations of component values, by the draft that the css-parsing-tests were written for.
struct CSSRules {
    private var values: ArraySlice<JSONValue>

    init(_ text: String) { values = CSSComponentValues.parse(text)[...] }

    private init(_ values: [JSONValue]) { self.values = values[...] }

    /// "Parse a stylesheet", or "Parse a list of rules", for which `<!--` is not special.
    mutating func rules(isStyleSheet: Bool) -> JSONValue {
        var rules: [JSONValue] = []
        while let first = values.first {
            let isIgnored = first == " " || isStyleSheet && (first == "<!--" || first == "-->")
            if isIgnored { values.removeFirst() } else { rules.append(rule()) }
        }
        return .array(rules)
    }

    /// "Parse a rule".
    mutating func oneRule() -> JSONValue { one { $0.rule() } }

    /// "Parse a component value".
    mutating func oneValue() -> JSONValue { one { $0.values.removeFirst() } }

    /// "Parse a declaration".
    mutating func oneDeclaration() -> JSONValue {
        skipSpaces()
        return values.isEmpty ? ["error", "empty"] : Self.declaration(Array(values))
    }

    /// "Parse a list of declarations".
    mutating func declarations() -> JSONValue {
        var found: [JSONValue] = []
        while let first = values.first {
            if first == " " || first == ";" {
                values.removeFirst()
            } else if first[0] == "at-keyword" {
                found.append(rule())
            } else {
                let declaration = Array(values.prefix { $0 != ";" })
                values.removeFirst(declaration.count)
                found.append(Self.declaration(declaration))
            }
        }
        return .array(found)
    }

    private mutating func one(_ parse: (inout Self) -> JSONValue) -> JSONValue {
        skipSpaces()
        guard !values.isEmpty else { return ["error", "empty"] }
        let value = parse(&self)
        skipSpaces()
        return values.isEmpty ? value : ["error", "extra-input"]
    }

    private mutating func skipSpaces() { values = values.drop { $0 == " " } }

    private mutating func rule() -> JSONValue {
        let isAtRule = values.first?[0] == "at-keyword"
        let name = isAtRule ? values.removeFirst()[1] : .null
        let prelude = Array(values.prefix { $0[0] != "{}" && !(isAtRule && $0 == ";") })
        values.removeFirst(prelude.count)
        let end = values.popFirst()
        let block = end.flatMap { $0[0] == "{}" ? JSONValue.array(Array($0.array.dropFirst())) : nil }
        if isAtRule { return ["at-rule", name, .array(prelude), block ?? .null] }
        return block.map { ["qualified rule", .array(prelude), $0] } ?? ["error", "invalid"]
    }

    private static func declaration(_ values: [JSONValue]) -> JSONValue {
        guard let name = values.first, name[0] == "ident" else { return ["error", "invalid"] }
        let rest = values.dropFirst().drop { $0 == " " }
        guard rest.first == ":" else { return ["error", "invalid"] }
        var value = Array(rest.dropFirst())
        let words = value.indices.filter { value[$0] != " " }.suffix(2)
        var isImportant = false
        if words.count == 2, let mark = words.first, let word = words.last, value[mark] == "!" {
            isImportant = value[word][0] == "ident" && value[word][1].string?.utf8.count == 9
            isImportant = isImportant && value[word][1].string?.lowercased() == "important"
            if isImportant { value.removeSubrange(mark...) }
        }
        return ["declaration", name[1], .array(value), .bool(isImportant)]
    }
}
