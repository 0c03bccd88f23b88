import LoopbackKitHTTP

/// A head's lines as bytes, whatever they say.
struct ParsedHead {
    struct Line: Equatable {
        let name: [UInt8]
        let value: [UInt8]

        /// The name in lower case.
        var key: String { String(decoding: name.map(lowercase), as: UTF8.self) }
        var text: String { String(decoding: value, as: UTF8.self) }
    }

    let lines: [Line]
    /// The head as it was received.
    let bytes: [UInt8]

    init(_ storage: HeadStorage) {
        bytes = storage.bytes
        lines = storage.entries.map { entry in
            Line(name: Array(storage.bytes[entry.nameRange]), value: Array(storage.bytes[entry.valueRange]))
        }
    }

    func values(_ key: String) -> [String] { lines.filter { $0.key == key }.map(\.text) }

    /// The lines, each with one space behind its colon, and the empty line.
    var written: [UInt8] { lines.flatMap { $0.name + [58, 32] + $0.value + [13, 10] } + [13, 10] }

    /// Whether the one length among the fields is that number.
    func hasLength(_ count: Int) -> Bool {
        let values = values("content-length")
        return values.count == 1 && !values[0].isEmpty && values[0].utf8.allSatisfy { $0 &- 48 < 10 }
            && Int(values[0]) == count
    }

    /// Whether chunked is the one transfer coding.
    var isChunked: Bool {
        let values = values("transfer-encoding")
        return values.count == 1 && values[0].utf8.map(lowercase).elementsEqual("chunked".utf8)
    }

    /// No taken head has a control character but tabs and the CR LF of its lines, which are not doubled.
    func checkBytes() throws(BrokenInvariant) {
        var index = bytes.starts(with: [13, 10]) ? 2 : 0
        var lineStart = index
        var lineCount = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 13 {
                try hold(index + 1 < bytes.count && bytes[index + 1] == 10, "a bare CR was taken")
                lineCount += 1
                try hold(lineStart < index || index + 2 == bytes.count, "an empty line stands inside of a head")
                index += 2
                lineStart = index
                continue
            }
            try hold(byte >= 0x20 && byte != 0x7F || byte == 9, "the byte \(byte) was taken")
            try hold(index > lineStart || byte > 0x20 || lineCount == 0, "a folded line was taken")
            index += 1
        }
        try hold(lineCount == lines.count + 2, "\(lines.count) fields in \(lineCount) lines")
        for line in lines {
            try hold(isToken(line.name), "a name is no token")
            try hold(line.value.first.map { $0 > 32 } ?? true, "white space before a value")
            try hold(line.value.last.map { $0 != 32 && $0 != 9 } ?? true, "white space behind a value")
        }
    }
}
