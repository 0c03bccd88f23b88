internal import LoopbackKitHTTP

/// A text of lines with fields that are separated by tabs, with a checksum as its last line: a part of it is not taken for
/// the whole.
enum CheckedLines {
    /// Writes lines of fields; any text can be a field.
    static func bytes(_ lines: [[String]]) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            for (index, field) in line.enumerated() {
                if index > 0 { bytes.append(9) }
                TabbedFields.append(field.utf8, to: &bytes)
            }
            bytes.append(10)
        }
        return bytes + Array("end\t\(FNV1a.hash(bytes))\n".utf8)
    }

    /// Reads the lines; `nil` when they are not what `bytes(_:)` has written.
    static func lines(_ bytes: [UInt8]) -> [[[UInt8]]]? {
        guard bytes.last == 10, let start = bytes.dropLast().lastIndex(of: 10) else { return nil }
        let last = bytes[(start + 1)...]
        let body = bytes[...start]
        guard last.elementsEqual("end\t\(FNV1a.hash(body))\n".utf8) else { return nil }
        var lines: [[[UInt8]]] = []
        for line in body.dropLast().split(separator: 10, omittingEmptySubsequences: false) {
            guard let fields = TabbedFields.split(line) else { return nil }
            lines.append(fields)
        }
        return lines
    }
}
