import LoopbackKit
import Testing

@Suite("PageEncoding") struct PageEncodingTests {
    private func roundTrip(_ bytes: [UInt8], label: String? = nil) throws -> String {
        let encoding = try #require(PageEncoding(bytes, label: label.map { Array($0.utf8) }))
        let text = try #require(encoding.decode(bytes))
        let back = try #require(encoding.encode(text))
        #expect(back == bytes)
        return String(decoding: text, as: UTF8.self)
    }

    @Test("PAGE-2 UTF-8 stays as it is, its byte order mark is no text")
    func utf8() throws {
        #expect(try roundTrip(Array("<p>\u{E9}".utf8)) == "<p>\u{E9}")
        #expect(try roundTrip([0xEF, 0xBB, 0xBF] + Array("<p>".utf8)) == "<p>")
    }

    @Test("PAGE-2 UTF-16 of either order goes to UTF-8 and back", arguments: [true, false])
    func utf16(isBigEndian: Bool) throws {
        let units = "<p>\u{E9}\u{1F600}</p>\r\n".utf16.flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
            return isBigEndian ? [high, low] : [low, high]
        }
        let mark: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
        #expect(try roundTrip(mark + units) == "<p>\u{E9}\u{1F600}</p>\r\n")
    }

    @Test("PAGE-2 Half a character of UTF-16 is no text")
    func brokenUTF16() throws {
        for bytes in [[0xFF, 0xFE, 0x00, 0xD8], [0xFF, 0xFE, 0x41], [0xFE, 0xFF, 0xDC, 0x00]] as [[UInt8]] {
            let encoding = try #require(PageEncoding(bytes, label: nil))
            #expect(encoding.decode(bytes) == nil)
        }
    }

    @Test("PAGE-2 Every byte of windows-1252 goes to its character and back")
    func windows1252() throws {
        let text = try roundTrip((0...255).map { UInt8($0) }, label: "windows-1252")
        #expect(text.unicodeScalars.count == 256)
        #expect(text.contains("\u{20AC}") && text.contains("\u{E9}") && text.contains("\u{81}"))
    }

    @Test("PAGE-2 A text that is UTF-8 is UTF-8, whatever it declares; one that is not is windows-1252")
    func declarations() throws {
        #expect(try roundTrip(Array("\u{E9}".utf8), label: "iso-8859-1") == "\u{E9}")
        #expect(try roundTrip([0x41, 0xE9], label: nil) == "A\u{E9}")
    }

    @Test("PAGE-2 An encoding that gives ASCII bytes another meaning is refused")
    func refused() {
        #expect(PageEncoding([0x1B, 0x24], label: Array("iso-2022-jp".utf8)) == nil)
        #expect(PageEncoding([0x95, 0x5C], label: Array("shift_jis".utf8)) == nil)
        #expect(PageEncoding(Array("ASCII".utf8), label: Array("shift_jis".utf8)) != nil)
    }
}
