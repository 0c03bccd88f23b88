/// The Content-Disposition of a form's part (RFC 7578, section 4.2), read as browsers write it.
///
/// Browsers write names and file names as raw UTF-8 with three escapes: `%22`, `%0D` and `%0A` (HTML standard,
/// multipart/form-data encoding algorithm). Others escape a quote or a backslash with a backslash. Any other percent sign
/// or backslash is part of the name, and so is the backslash of `\"` where that quote ends the parameter. `filename*` is ignored, as RFC 7578 says.
package struct PartDisposition: Sendable {
    package private(set) var name: String
    package private(set) var filename: String?

    /// Reads a field's value; `nil` when it is malformed, not `form-data`, has no name, or a parameter twice.
    package init?(_ value: Span<UInt8>) {
        guard value.holdsIgnoringCase("form-data", at: 0) else { return nil }
        var index = "form-data".utf8.count
        var name: String?
        while let parameter = Self.nextParameter(value, &index) {
            switch parameter.name {
            case "name":
                guard name == nil else { return nil }
                name = parameter.value
            case "filename":
                guard filename == nil else { return nil }
                filename = parameter.value
            default: continue
            }
        }
        guard index == value.count, let name else { return nil }
        self.name = name
    }

    /// Reads a semicolon and the parameter behind it; at the end or a fault `nil`, with the index at the end or the fault.
    private static func nextParameter(_ bytes: Span<UInt8>, _ index: inout Int) -> (name: String, value: String)? {
        skipBlanks(bytes, &index)
        guard index < bytes.count, bytes[index] == 59 else { return nil }
        let semicolon = index
        index += 1
        skipBlanks(bytes, &index)
        // A semicolon at the end is forgiven.
        guard index < bytes.count else { return nil }
        let name = token(bytes, &index)
        guard !name.isEmpty, index < bytes.count, bytes[index] == 61 else {
            index = semicolon
            return nil
        }
        index += 1
        let isQuoted = index < bytes.count && bytes[index] == 34
        guard let value = isQuoted ? quoted(bytes, &index) : token(bytes, &index) else {
            index = semicolon
            return nil
        }
        return (String(decoding: name.map(lowercase), as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    /// Whether the value or the parameter ends there; nobody who escapes a quote has to write one before a semicolon.
    private static func endsParameter(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
        var index = index
        skipBlanks(bytes, &index)
        return index == bytes.count || bytes[index] == 59
    }

    private static func skipBlanks(_ bytes: Span<UInt8>, _ index: inout Int) {
        while index < bytes.count, isBlank(bytes[index]) { index += 1 }
    }

    private static func token(_ bytes: Span<UInt8>, _ index: inout Int) -> [UInt8] {
        var token: [UInt8] = []
        while index < bytes.count, isTokenByte(bytes[index]) {
            token.append(bytes[index])
            index += 1
        }
        return token
    }

    /// Reads a quoted string; `nil` without its closing quote.
    private static func quoted(_ bytes: Span<UInt8>, _ index: inout Int) -> [UInt8]? {
        index += 1
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 34 { return text }
            if byte == 92, index < bytes.count, bytes[index] == 92 || bytes[index] == 34 {
                // A browser does not escape: its backslash before the closing quote is part of the name.
                guard bytes[index] != 34 || !endsParameter(bytes, index + 1) else {
                    text.append(byte)
                    continue
                }
                text.append(bytes[index])
                index += 1
            } else if byte == 37, let escaped = PercentEncoding.escapedByte(in: bytes, at: index - 1),
                escaped == 34 || escaped == 13 || escaped == 10
            {
                text.append(escaped)
                index += 2
            } else {
                text.append(byte)
            }
        }
        return nil
    }
}
