/// Makes valid scripts at random: each string is another one, and those that are loaded are kept.
struct ScriptGenerator {
    private var generator: SeededGenerator
    private var strings = 0
    private(set) var loaded: [String] = []

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// A module of a few statements.
    mutating func script() -> String {
        (0..<Int.random(in: 1...8, using: &generator)).map { _ in statement(3, isTop: true) }.joined(
            separator: pick(["\n", " "])
        )
    }

    private mutating func pick(_ choices: [String]) -> String { generator.pick(choices) }

    /// A string that nobody has to find, of what is like code.
    private mutating func data() -> String {
        strings += 1
        let text = pick([
            "/s", "import(\\\"/s", "*/ ${ /s", "// '/s", "</script>/s", "new Worker(/s", "`+/s", "from \\u0061/s",
        ])
        return "\"\(text)\(strings)\""
    }

    /// A string that is loaded.
    private mutating func address() -> String {
        strings += 1
        loaded.append("/loaded\(strings)")
        let quote = pick(["\"", "'"])
        return quote + "/loaded\(strings)" + quote
    }

    private mutating func statement(_ depth: Int, isTop: Bool = false) -> String {
        let choice = Int.random(in: 0..<(depth > 0 ? 15 : 4), using: &generator)
        if isTop, generator.isOne(in: 4) { return moduleStatement() }
        switch choice {
        case 0, 1: return expression(depth) + ";"
        case 2: return "var a = \(expression(depth))\(pick([";", "\n;", " // '/c\n;"]))"
        case 3: return "/[/\"']+/.test(\(expression(depth)));"
        case 4: return "if (\(expression(depth - 1))) \(statement(depth - 1)) else \(statement(depth - 1))"
        case 5: return "for (const a of \(expression(depth - 1))) \(statement(depth - 1))"
        case 6: return "while (\(expression(depth - 1))) { \(statement(depth - 1)) /x'/.y }"
        case 7:
            return
                "function f(a = \(expression(depth - 1))) { \(statement(depth - 1)) return \(expression(depth - 1)) }"
        case 8:
            return "class A extends B { m() { \(statement(depth - 1)) } n = \(expression(depth - 1)); import(a) {} }"
        case 9:
            return
                "switch (a) { case \(expression(depth - 1)): { \(statement(depth - 1)) } default: \(statement(depth - 1)) }"
        case 10: return "{ \(statement(depth - 1)) } /'`/.x;"
        case 11: return "l: { \(statement(depth - 1)) }"
        case 12: return "try { \(statement(depth - 1)) } catch { \(statement(depth - 1)) }"
        case 13: return "do { \(statement(depth - 1)) } while (\(expression(depth - 1)))\n"
        default: return "for (let i = 0; i < a / 2; i++ / b) \(statement(depth - 1))"
        }
    }

    private mutating func moduleStatement() -> String {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: "import \(address());"
        case 1: "import a, { b as c, 'from' as d } from \(address());"
        case 2: "export * as e from \(address());"
        case 3: "export { f, from } from \(address())\n"
        default: "export const from = \(data());"
        }
    }

    private mutating func expression(_ depth: Int) -> String {
        guard depth > 0 else {
            return pick([data(), "a", "1", "/[`'\"/]/g", "a.import", "{}.x", "a++"].filter { $0 != "{}.x" })
        }
        switch Int.random(in: 0..<16, using: &generator) {
        case 0: return data()
        case 1: return "(\(expression(depth - 1)) / 2 / \(expression(depth - 1)))"
        case 2: return "a /b/ \(expression(depth - 1))"
        case 3: return "`t ${\(expression(depth - 1))} /* ' ${\(expression(depth - 1))} \\` //`"
        case 4:
            return "{ a: \(expression(depth - 1)), import: \(data()), m() { \(statement(depth - 1)) } }".parenthesized
        case 5: return "(a ? \(expression(depth - 1)) : { b: \(expression(depth - 1)) } / 2)"
        case 6: return "function() { \(statement(depth - 1)) } / 2".parenthesized
        case 7: return "(() => { \(statement(depth - 1)) })"
        case 8: return "[\(expression(depth - 1)), /\\/'/, \(expression(depth - 1))]"
        case 9: return "f(\(data()), \(expression(depth - 1)))"
        case 10: return "import(\(address()))"
        case 11: return "import(\(expression(depth - 1)) + \(data()))"
        case 12: return "new URL(\(address()), import.meta.url)"
        case 13: return "new Worker(\(address()), { name: \(data()) })"
        case 14: return "new URL(\(data()), \(expression(depth - 1)))"
        default: return "importScripts(\(address()), \(expression(depth - 1)) + 1, \(address()))"
        }
    }
}

extension String {
    fileprivate var parenthesized: String { "(\(self))" }
}
