import LoopbackKitHTTP
import Testing

@Suite("Client: the size of parts")
struct PartSizeTests {
    @Test("HTTP-10 A body that fills its parts is read in larger ones, up to a bound")
    func grows() {
        var size = PartSize()
        var sizes: [Int] = []
        for _ in 0..<5 {
            sizes.append(size.next)
            size.note(size.next)
        }
        #expect(sizes == [65536, 131_072, 262_144, 262_144, 262_144])
    }

    @Test("HTTP-10 A body that comes in small pieces is read in small parts again")
    func shrinks() {
        var size = PartSize()
        for _ in 0..<3 { size.note(size.next) }
        size.note(PartSize.most / 2)
        #expect(size.next == PartSize.most)
        size.note(PartSize.most / 4 - 1)
        #expect(size.next == PartSize.least)
        size.note(0)
        #expect(size.next == PartSize.least)
    }
}
