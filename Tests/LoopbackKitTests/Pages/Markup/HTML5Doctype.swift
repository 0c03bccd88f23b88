/// The parts of a document type declaration, which the library has no need of (HTML standard, 13.2.5.53 to 13.2.5.68).
struct HTML5Doctype {
    private var rest: ArraySlice<UInt8>
    private var name: [UInt8]?
    private var publicID: [UInt8]?
    private var systemID: [UInt8]?
    private var isCorrect: Bool

    init(_ content: [UInt8], isClosed: Bool) {
        rest = content[...]
        isCorrect = isClosed
        skipSpaces()
        guard !rest.isEmpty else {
            isCorrect = false
            return
        }
        let name = Array(rest.prefix { !Self.isSpace($0) })
        self.name = name.lowercased
        rest = rest.dropFirst(name.count)
        skipSpaces()
        guard !rest.isEmpty else { return }
        let keyword = Array(rest.prefix(6)).lowercased
        rest = rest.dropFirst(6)
        switch keyword {
        case Array("public".utf8): readPublic()
        case Array("system".utf8): readSystem(isRequired: true)
        default: isCorrect = false
        }
    }

    var token: HTML5Token { .doctype(name: name, publicID: publicID, systemID: systemID, isCorrect: isCorrect) }

    private mutating func readPublic() {
        guard readQuoted(into: \.publicID) else {
            isCorrect = false
            return
        }
        readSystem(isRequired: false)
    }

    private mutating func readSystem(isRequired: Bool) {
        skipSpaces()
        if rest.isEmpty, !isRequired { return }
        guard readQuoted(into: \.systemID) else {
            isCorrect = false
            return
        }
        skipSpaces()
        // What else follows is ignored, and so is a missing end.
        if !rest.isEmpty { isCorrect = true }
    }

    /// Reads an identifier; false without one, or where it has no end.
    private mutating func readQuoted(into field: WritableKeyPath<Self, [UInt8]?>) -> Bool {
        skipSpaces()
        guard let quote = rest.first, quote == 34 || quote == 39 else { return false }
        let text = rest.dropFirst().prefix { $0 != quote }
        self[keyPath: field] = Array(text)
        rest = rest.dropFirst(text.count + 1)
        guard !rest.isEmpty else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func skipSpaces() { rest = rest.drop(while: Self.isSpace) }

    private static func isSpace(_ byte: UInt8) -> Bool { [9, 10, 12, 32].contains(byte) }
}
