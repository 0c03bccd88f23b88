import Foundation
import LoopbackKit
import Testing

@Suite("Public suffixes")
struct PublicSuffixTests {
    private static let system = SystemPublicSuffixes()
    private static let path = "corpora/test_psl.txt"

    /// A name, and the registrable domain that it lies in.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let domain: String?

        var testDescription: String { name }
    }

    /// The rows whose names a host can have here.
    ///
    /// They are in lower case and in ASCII, without a dot in front: the others are brought
    /// into that form by URL parsing before any list is asked.
    static let rows: [Row] = {
        let text = (try? String(contentsOf: SharedData.url(path), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("checkPublicSuffix('") else { return nil }
            let fields = line.dropFirst(18).dropLast(2).split(separator: ", ").map { $0.filter { $0 != "'" } }
            guard let name = fields.first?.lowercased(), name.allSatisfy(\.isASCII), !name.hasPrefix(".") else {
                return nil
            }
            return Row(name: name, domain: fields[1] == "null" ? nil : fields[1])
        }
    }()

    private func registrableDomain(_ name: String, _ suffixes: some PublicSuffixes) -> String? {
        guard let length = suffixes.suffixLength(of: name), length < name.utf8.count else { return nil }
        let labels = name.dropLast(length + 1).split(separator: ".")
        return labels.last.map { $0 + "." + name.suffix(length) }
    }

    @Test("PROXY-6 The list's own cases are there", .enabled(if: SharedData.has(path)))
    func corpus() { #expect(Self.rows.count == 64) }

    @Test(
        "PROXY-6 The system's list gives the registrable domains of its own cases",
        .enabled(if: SharedData.has(path)),
        .enabled(if: system.isAvailable, "the system has no libpsl"),
        arguments: rows
    )
    func registrable(_ row: Row) { #expect(registrableDomain(row.name, Self.system) == row.domain) }

    @Test(
        "PROXY-6 No name traps the system's list",
        .enabled(if: system.isAvailable, "the system has no libpsl"),
        arguments: [
            "", ".", "..", "a..b", ".com", "com.", "a\u{0}b", "\u{E9}.org", String(repeating: "a.", count: 5000),
        ]
    )
    func names(name: String) throws {
        let length = try #require(Self.system.suffixLength(of: name))
        #expect((0...name.utf8.count).contains(length))
    }

    @Test("PROXY-6 The system's list keeps a shop's cookies from its neighbours", .enabled(if: system.isAvailable))
    func jar() {
        var jar = CookieJar(suffixes: Self.system)
        jar.store("a=1; Domain=co.uk", from: "https://shop.co.uk/")
        jar.store("b=2; Domain=shop.co.uk", from: "https://www.shop.co.uk/")
        jar.store("c=3; Domain=github.io", from: "https://me.github.io/")
        #expect(jar.count == 1)
        #expect(jar.field("https://other.shop.co.uk/") == "b=2")
        #expect(jar.field("https://bank.co.uk/") == nil)
    }

    @Test("PROXY-6 Many threads ask the system's list at once", .enabled(if: system.isAvailable))
    func threads() async {
        await withTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<500 where Self.system.suffixLength(of: "a\(number).co.uk") != 5 { return false }
                    return true
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
