/// The URLs of a `srcset` attribute (HTML standard, section 4.8.4.2.1).
enum SourceSet {
    /// Where each URL stands.
    static func urls(in value: [UInt8]) -> [Range<Int>] {
        var urls: [Range<Int>] = []
        var index = 0
        while true {
            while index < value.count, isSpace(value[index]) || value[index] == 44 { index += 1 }
            guard index < value.count else { return urls }
            let start = index
            while index < value.count, !isSpace(value[index]) { index += 1 }
            var end = index
            while end > start, value[end - 1] == 44 { end -= 1 }
            urls.append(start..<end)
            // A comma behind the URL ends its candidate; else descriptors follow, up to a comma outside of parentheses.
            if end == index { skipDescriptors(of: value, &index) }
        }
    }

    private static func skipDescriptors(of value: [UInt8], _ index: inout Int) {
        var isInParentheses = false
        while index < value.count, isInParentheses || value[index] != 44 {
            if value[index] == 40 { isInParentheses = true }
            if value[index] == 41 { isInParentheses = false }
            index += 1
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) && byte != 11 }
}
