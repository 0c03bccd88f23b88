/// Reads an event stream as the HTML standard says (section 9.2.6), for tests of what is sent.
struct EventStreamReader {
    /// An event that a listener would get.
    struct Event: Equatable {
        var type: String
        var data: String
        var lastID: String
    }

    private(set) var events: [Event] = []
    private(set) var lastID = ""
    private(set) var retry: Int?
    private(set) var commentCount = 0

    init(_ bytes: [UInt8]) {
        var (data, type) = ("", "")
        for line in Self.lines(bytes) {
            guard !line.isEmpty else {
                if !data.isEmpty { events.append(Event(type: type, data: String(data.dropLast()), lastID: lastID)) }
                (data, type) = ("", "")
                continue
            }
            let parts = line.split(separator: 58, maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(decoding: parts[0], as: UTF8.self)
            var rest = parts.count > 1 ? parts[1] : []
            if rest.first == 32 { rest.removeFirst() }
            let value = String(decoding: rest, as: UTF8.self)
            switch name {
            case "": commentCount += 1
            case "data": data += value + "\n"
            case "event": type = value
            case "id": if !value.contains("\0") { lastID = value }
            case "retry": if value.utf8.allSatisfy({ 48...57 ~= $0 }) { retry = Int(value) }
            default: break
            }
        }
    }

    /// The complete lines; CR LF, LF or CR ends one.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var (start, index) = (0, 0)
        while index < bytes.count {
            if bytes[index] == 10 || bytes[index] == 13 {
                lines.append(bytes[start..<index])
                if bytes[index] == 13, index + 1 < bytes.count, bytes[index + 1] == 10 { index += 1 }
                start = index + 1
            }
            index += 1
        }
        return lines
    }
}
