/// The fields of a line in a file of the library's own: any bytes, with tabs between them.
package enum TabbedFields {
    /// Appends a field, so that it has neither a tab nor a line's end.
    package static func append(_ field: some Collection<UInt8>, to line: inout [UInt8]) {
        guard field.contains(where: isEscaped) else { return line.append(contentsOf: field) }
        for byte in field {
            if isEscaped(byte) {
                line += [37, digit(byte >> 4), digit(byte & 15)]
            } else {
                line.append(byte)
            }
        }
    }

    /// Takes a line apart; `nil` when an escape in it is none that `append(_:to:)` writes.
    package static func split(_ line: ArraySlice<UInt8>) -> [[UInt8]]? {
        var fields: [[UInt8]] = []
        for field in line.split(separator: 9, omittingEmptySubsequences: false) {
            guard let plain = unescape(field) else { return nil }
            fields.append(plain)
        }
        return fields
    }

    /// Control characters would end a field or a line, and a percent sign begins an escape.
    private static func isEscaped(_ byte: UInt8) -> Bool { byte < 32 || byte == 127 || byte == 37 }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }

    private static func unescape(_ field: ArraySlice<UInt8>) -> [UInt8]? {
        guard field.contains(37) else { return Array(field) }
        var plain: [UInt8] = []
        plain.reserveCapacity(field.count)
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
