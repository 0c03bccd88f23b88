internal import LoopbackKitHTTP

/// The URL of a refresh in a meta element (HTML standard, section 4.2.5.3, "shared declarative refresh steps").
enum MetaRefresh {
    /// Where the URL stands; `nil` when there is none.
    static func url(in value: [UInt8]) -> Range<Int>? {
        var index = 0
        func skip(while condition: (UInt8) -> Bool) {
            while index < value.count, condition(value[index]) { index += 1 }
        }
        let isSpace = { (byte: UInt8) in byte == 32 || (9...13).contains(byte) && byte != 11 }
        skip(while: isSpace)
        let number = index
        skip { $0 &- 48 < 10 || $0 == 46 }
        guard index > number, index < value.count, isSpace(value[index]) || value[index] == 59 || value[index] == 44
        else { return nil }
        skip(while: isSpace)
        if index < value.count, value[index] == 59 || value[index] == 44 { index += 1 }
        skip(while: isSpace)
        let start = index
        if value[start...].prefix(3).map(lowercase) == Array("url".utf8) {
            index += 3
            skip(while: isSpace)
            if index < value.count, value[index] == 61 {
                index += 1
                skip(while: isSpace)
            } else {
                index = start
            }
        }
        guard index < value.count else { return nil }
        guard value[index] == 34 || value[index] == 39 else { return index..<value.count }
        let end = value[(index + 1)...].firstIndex(of: value[index]) ?? value.count
        return index + 1..<end
    }
}
