/// A text of lines with fields that are separated by tabs, with a checksum as its last line: a part of it is not taken for
/// the whole.
enum CheckedLines {
    /// Writes lines of fields; any text can be a field.
    static func bytes(_ lines: [[String]]) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            for (index, field) in line.enumerated() {
                if index > 0 { bytes.append(9) }
                for byte in field.utf8 { append(byte, to: &bytes) }
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
            var fields: [[UInt8]] = []
            for field in line.split(separator: 9, omittingEmptySubsequences: false) {
                guard let plain = unescape(field) else { return nil }
                fields.append(plain)
            }
            lines.append(fields)
        }
        return lines
    }

    /// Control characters would end a field, and a percent sign begins an escape.
    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        guard byte < 0x20 || byte == 0x7F || byte == 37 else { return bytes.append(byte) }
        bytes += [37, digit(byte >> 4), digit(byte & 15)]
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }

    private static func unescape(_ field: ArraySlice<UInt8>) -> [UInt8]? {
        var plain: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            if byte == 37 {
                guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value) else {
                    return nil
                }
                plain.append(high << 4 | low)
            } else {
                plain.append(byte)
            }
        }
        return plain
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 48...57: digit - 48
        case 65...70: digit - 55
        default: nil
        }
    }
}
