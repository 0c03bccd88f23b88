import LoopbackKitHTTP
import Testing

@Suite("FormFields")
struct FormFieldsTests {
    /// A query with its names and values.
    struct Vector: Sendable, CustomTestStringConvertible {
        let query: [UInt8]
        let pairs: [[String]]

        init(_ query: String, _ pairs: [String]...) { self.init(Array(query.utf8), pairs) }

        init(_ query: [UInt8], _ pairs: [[String]]) {
            self.query = query
            self.pairs = pairs
        }

        var testDescription: String { String(decoding: query, as: UTF8.self).debugDescription }
    }

    @Test(
        "HTTP-9 A query is decoded as the URL standard says",
        arguments: [
            Vector(""), Vector("&"), Vector("&&&"), Vector("a", ["a", ""]), Vector("a=", ["a", ""]),
            Vector("=", ["", ""]), Vector("=b", ["", "b"]), Vector("a=b", ["a", "b"]), Vector("a=b=c", ["a", "b=c"]),
            Vector("a==", ["a", "="]), Vector("&a=b&&c=d&", ["a", "b"], ["c", "d"]),
            Vector("a&a", ["a", ""], ["a", ""]),
            Vector("a+b=c+d", ["a b", "c d"]), Vector("a%2Bb=%2b", ["a+b", "+"]),
            Vector("a%20b=%26%3D", ["a b", "&="]),
            Vector("a;b=c", ["a;b", "c"]), Vector("?a=b", ["?a", "b"]), Vector("a=%", ["a", "%"]),
            Vector("a=%4", ["a", "%4"]), Vector("a=%zz%41", ["a", "%zzA"]), Vector("a=%%41", ["a", "%A"]),
            Vector("a=%&b=1", ["a", "%"], ["b", "1"]), Vector("a=%4&b=1", ["a", "%4"], ["b", "1"]),
            Vector("a%=b", ["a%", "b"]), Vector("a%3=b", ["a%3", "b"]), Vector("a=%2541", ["a", "%41"]),
            Vector("a=%+1", ["a", "% 1"]), Vector("a=%00", ["a", "\0"]), Vector("é=ü", ["é", "ü"]),
            Vector("%C3%A9=%c3%bc", ["é", "ü"]), Vector("a=%EF%BB%BFb", ["a", "\u{FEFF}b"]),
            Vector("a=%FF", ["a", "\u{FFFD}"]), Vector("a=%C3%28", ["a", "\u{FFFD}("]),
            Vector("a=%E0%80%80", ["a", "\u{FFFD}\u{FFFD}\u{FFFD}"]), Vector("a=%F0%9F%92x", ["a", "\u{FFFD}x"]),
            Vector("a=%ED%A0%80", ["a", "\u{FFFD}\u{FFFD}\u{FFFD}"]), Vector("a=%C0%AF", ["a", "\u{FFFD}\u{FFFD}"]),
            Vector([97, 61, 0xE2, 37, 56, 50, 37, 65, 67], [["a", "€"]]),
            // As Chromium sends a URLSearchParams.
            Vector("a+b=c%2Bd%26%C3%A9&=x&%7E*=%0A", ["a b", "c+d&é"], ["", "x"], ["~*", "\n"]),
        ]
    )
    func decoding(vector: Vector) throws {
        let fields = try FormFields(urlEncoded: vector.query)
        let wanted = vector.pairs.map { FormFields.Field(name: $0[0], value: $0[1]) }
        #expect(Array(fields) == wanted)
        // What is written is read again.
        try #expect(FormFields(urlEncoded: fields.urlEncoded) == fields)
    }

    @Test("HTTP-9 Fields are written as browsers write a form")
    func encoding() {
        let fields: FormFields = ["a b": "c+d&é", "": "x", "~*-._": "\n=%", "A1": ""]
        #expect(fields.description == "a+b=c%2Bd%26%C3%A9&=x&%7E*-._=%0A%3D%25&A1=")
        #expect(FormFields().urlEncoded.isEmpty)
    }

    @Test("HTTP-9 Each byte comes back from a form that was written")
    func roundTrip() throws {
        let text = String(String.UnicodeScalarView((0..<0x180).compactMap { Unicode.Scalar($0) }))
        let fields: FormFields = [text: text]
        #expect(fields.urlEncoded.allSatisfy { $0 > 32 && $0 < 127 })
        try #expect(FormFields(urlEncoded: fields.urlEncoded) == fields)
    }

    @Test("HTTP-9 A name's first value, all its values, and their order")
    func access() {
        var fields = FormFields(urlEncoded: "b=1&a=2&b=3&c")
        #expect(fields["b"] == "1" && fields["a"] == "2" && fields["c"]?.isEmpty == true && fields["d"] == nil)
        #expect(fields.values(of: "b") == ["1", "3"] && fields.values(of: "d").isEmpty)
        #expect(fields.contains("c") && !fields.contains("B"))
        #expect(fields.map(\.name) == ["b", "a", "b", "c"])
        fields.remove("b")
        fields.append("a", "4")
        #expect(fields.description == "a=2&c=&a=4")
    }

    @Test("HTTP-9 Names and values are compared as bytes, not as text")
    func bytes() {
        let fields = FormFields(urlEncoded: "%C3%A9=1&e%CC%81=2")
        #expect(fields["e\u{301}"] == "2" && fields["\u{E9}"] == "1")
        #expect(fields.values(of: "\u{E9}") == ["1"])
        let (composed, decomposed): (FormFields, FormFields) = (["a": "\u{E9}"], ["a": "e\u{301}"])
        #expect(composed != decomposed)
    }

    @Test("HTTP-9 Fields are counted before they are kept", arguments: [1000, 3, 2])
    func limit(limit: Int) throws {
        let count = limit == 1000 ? 1_000_000 : 3
        let form = Array(String(repeating: "a&", count: count).utf8)
        if count > limit {
            #expect(throws: FormError(.tooManyFields)) { try FormFields(urlEncoded: form, limit: limit) }
        } else {
            try #expect(FormFields(urlEncoded: form, limit: limit).count == 3)
        }
    }

    @Test("HTTP-9 A huge name or value is one field")
    func huge() throws {
        let text = String(repeating: "%41+", count: 50_000)
        let fields = try FormFields(urlEncoded: Array("\(text)=\(text)".utf8), limit: 1)
        #expect(fields.first?.name.utf8.count == 100_000 && fields.first?.value.utf8.count == 100_000)
    }
}
