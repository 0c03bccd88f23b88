import LoopbackKitHTTP
import Testing

@Suite("OutputBuffer")
struct OutputBufferTests {
    @Test("HTTP-8 What is appended comes out in order, however small the buffer was", arguments: [0, 1, 16, 4096])
    func appends(_ capacity: Int) {
        var buffer = OutputBuffer(capacity: capacity)
        let isEmpty = buffer.isEmpty
        #expect(isEmpty)
        var expected: [UInt8] = []
        for round in 0..<100 {
            buffer.append(UInt8(round))
            buffer.append([UInt8](repeating: 7, count: round))
            buffer.append("text")
            buffer.append(Array("span".utf8).span)
            expected.append(UInt8(round))
            expected += [UInt8](repeating: 7, count: round) + Array("textspan".utf8)
        }
        #expect(buffer.copy() == expected)
        let count = buffer.count
        #expect(count == expected.count)
    }

    @Test(
        "HTTP-8 Numbers are written like the library writes them",
        arguments: [0, 1, 9, 10, 15, 16, 99, 255, 4096, .max]
    )
    func numbers(_ number: Int) {
        var buffer = OutputBuffer(capacity: 1)
        buffer.append(decimal: number)
        buffer.append(" ")
        buffer.append(hexadecimal: number)
        #expect(String(decoding: buffer.copy(), as: UTF8.self) == "\(number) \(String(number, radix: 16))")
    }

    @Test("HTTP-8 A buffer can be cut, emptied and filled again")
    func truncation() {
        var buffer = OutputBuffer(capacity: 4)
        buffer.append("abcdef")
        buffer.truncate(to: 2)
        buffer.append("X")
        #expect(buffer.copy() == Array("abX".utf8))
        buffer.removeAll()
        #expect(buffer.copy() == [])
        buffer.append("y")
        #expect(buffer.copy() == [121])
    }

    @Test("HTTP-8 Room that was written only in part counts in part")
    func room() {
        var buffer = OutputBuffer(capacity: 2)
        buffer.append("a")
        unsafe buffer.append(capacity: 1000) { room in
            unsafe room[0] = 98  // there is room for a thousand
            return room.count == 1000 ? 1 : 0
        }
        buffer.append("c")
        #expect(buffer.copy() == Array("abc".utf8))
        #expect(unsafe buffer.withBytes { $0.count } == 3)
    }
}
