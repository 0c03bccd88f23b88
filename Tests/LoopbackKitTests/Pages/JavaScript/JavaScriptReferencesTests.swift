import LoopbackKit
import Testing

@Suite("JavaScriptReferences")
struct JavaScriptReferencesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var script: String
        var references: [String]
        var testDescription: String { script.debugDescription }

        init(_ script: String, _ references: String...) {
            self.script = script
            self.references = references
        }
    }

    @Test("PAGE-2 The URLs of a script are found in the constructs that load them", arguments: modules + calls)
    func found(_ row: Case) { #expect(references(row.script) == row.references) }

    @Test("PAGE-2 No other string of a script is a URL", arguments: traps)
    func trapped(_ script: String) { #expect(references(script) == []) }

    @Test("PAGE-2 Whether a script is a module shows in its syntax")
    func moduleSyntax() {
        let modules = [
            "import 'a'", "import a from 'a'", "export {}", "export * from 'a'", "export default 1",
            "export const a = 1",
            "export function a() {}", "export async function a() {}", "export class A {}", "import.meta.url",
            "export let a",
            "import {} from 'a'", "() => import.meta", "export { a as default }", "export @a class B {}",
        ]
        for script in modules { #expect(found(in: script).hasModuleSyntax, "\(script)") }
        let scripts = [
            "import('a')", "a.import", "a = { import: 1, export: 2 }", "a.export",
            "class A { import() {} export() {} }",
            "'import a from \"b\"'", "// export {}", "a.import.meta", "/import.meta/", "import.defer('a')",
        ]
        for script in scripts { #expect(!found(in: script).hasModuleSyntax, "\(script)") }
    }

    @Test("PAGE-2 Imports of names made at run time are counted")
    func computed() {
        #expect(found(in: "import(a); import('a' + b); import(`a${b}`); import('c')").computedImports == 3)
        #expect(found(in: "import((\"a\")); import(a ? 'b' : 'c', {})").computedImports == 2)
        #expect(found(in: "a.import(b); class A { import(c) {} }; import()").computedImports == 0)
    }

    @Test("PAGE-2 In a module <!-- is no comment")
    func htmlComments() {
        #expect(references("a\n<!--import('/b')\n") == [])
        #expect(references("import '/a'; b<!--import('/c')\n") == ["/a module", "/c module"])
    }

    @Test("PAGE-2 A URL in a script is replaced where it is written, with its escapes")
    func replaced() {
        let script = Array("import('\\x2fa\\u{2f}b?c'); import(`\\\r\n/d#e`); import('/\\ud83d\\ude00')".utf8)
        var changed = script
        let references = JavaScriptReferences.find(in: script).references
        for reference in references.reversed() {
            let bytes = reference.text.bytes
            let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
            changed.replaceSubrange(reference.text.source(of: 0..<end), with: Array("./x".utf8))
        }
        #expect(String(decoding: changed, as: UTF8.self) == "import('./x?c'); import(`\\\r\n./x#e`); import('./x')")
    }

    @Test("PAGE-2 A part of a file is taken alone: an inline script")
    func part() {
        let html = Array("<script>import('/a')</script>import('/b')".utf8)
        let references = JavaScriptReferences.find(in: html, range: 8..<20).references
        #expect(references.map { $0.text.source } == [16..<18])
    }

    private func found(in script: String) -> JavaScriptReferences { JavaScriptReferences.find(in: Array(script.utf8)) }

    private func references(_ script: String) -> [String] {
        found(in: script).references.map { "\(String(decoding: $0.text.bytes, as: UTF8.self)) \($0.use)" }
    }
}
