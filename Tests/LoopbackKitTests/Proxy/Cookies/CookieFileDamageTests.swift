import LoopbackKit
import LoopbackKitHTTP
import Testing

/// Cuts and changes the file in every place.
@Suite("Damaged cookie files", .timeLimit(.minutes(2)))
struct CookieFileDamageTests {
    private let fixture: CookieFileFixture
    /// A file with three cookies, each on a site of its own.
    private let whole: [UInt8]
    private static let sites = ["https://a.org/", "https://b.org/", "https://c.org/"]

    init() async throws {
        fixture = try CookieFileFixture()
        let store = try fixture.open()
        for site in Self.sites { store.set("n=1", from: site) }
        try await store.close()
        whole = try #require(fixture.bytes())
    }

    private func sites(_ store: FileCookieStore) -> [Bool] {
        Self.sites.map { store.field(.main, $0) == "n=1" }
    }

    /// In which line a byte stands: 0 for the head, then 1 to 3 by the site's place in the file.
    private func line(of index: Int) -> Int { whole[..<index].count { $0 == 10 } }

    @Test("PROXY-6 A file that ends anywhere has the cookies before its end, and takes new ones")
    func truncations() async throws {
        for count in 0...whole.count {
            try fixture.write(Array(whole[..<count]))
            let store = try fixture.open()
            let lines = max(line(of: count) - 1, 0)
            #expect(sites(store) == [0, 1, 2].map { $0 < lines }, "cut at \(count)")
            #expect(store.damage == nil, "cut at \(count)")
            store.set("new=1", from: "https://d.org/")
            try await store.close()
            let again = try fixture.open()
            #expect(again.field(.main, "https://d.org/") == "new=1")
            #expect(sites(again) == [0, 1, 2].map { $0 < lines })
        }
    }

    @Test("PROXY-6 A damaged byte costs the cookie that it stands in, and the one behind where a line's end is damaged")
    func damagedBytes() throws {
        for index in whole.indices {
            for change: UInt8 in [0x01, 0x20, 0x80, 0xFF, whole[index], whole[index] ^ 10] where change != 0 {
                var bytes = whole
                bytes[index] ^= change
                try fixture.write(bytes)
                let store = try fixture.open()
                let damaged = line(of: index)
                let last = whole[index] == 10 ? damaged + 1 : damaged
                for (site, isThere) in sites(store).enumerated() {
                    let isHit = (damaged...last).contains(site + 1)
                    #expect(isThere != isHit, "byte \(index) changed by \(change), site \(site)")
                }
                // A file whose last line has no end looks like one whose writing was cut.
                #expect((store.damage == nil) == (index == whole.count - 1), "byte \(index) changed by \(change)")
            }
        }
    }

    @Test("PROXY-6 A damaged file is kept aside as it is when a new one is written, and stays where it is until then")
    func keptAside() async throws {
        var bytes = whole
        bytes[whole.count / 2] ^= 1
        try fixture.write(bytes)
        let store = try fixture.open()
        let damage = try #require(store.damage)
        #expect(damage.lostLines == 1)
        #expect(damage.copy == fixture.path + ".damaged")
        #expect(fixture.names == ["cookies", "cookies.lock"])
        #expect(fixture.bytes() == bytes)
        store.set("new=1", from: "https://d.org/")
        try await store.close()
        #expect(fixture.bytes(damage.copy) == bytes)
        #expect(try fixture.permissions(damage.copy) == 0o600)
        #expect(try fixture.open().damage == nil)
    }

    @Test("PROXY-6 No content traps")
    func garbage() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<(random.next() % 40) {
                let index = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 4 {
                case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: index)
                case 2: bytes.insert([9, 10, 37][Int(random.next() % 3)], at: index)
                default: bytes.insert(contentsOf: bytes[index...].prefix(20), at: index)
                }
                if bytes.isEmpty { bytes = [10] }
            }
            try fixture.write(bytes)
            do { _ = try fixture.open() } catch let error as CookieStoreError { #expect(error.code == .foreign) }
        }
    }
}
