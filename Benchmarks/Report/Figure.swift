/// Numbers as people read them.
package enum Figure {
    /// A number with so many digits behind the point.
    package static func fixed(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let whole = Int((value.magnitude * scale).rounded())
        let text = String(whole)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        let sign = value < 0 && whole != 0 ? "-" : ""
        guard digits > 0 else { return sign + padded }
        return sign + padded.dropLast(digits) + "." + padded.suffix(digits)
    }

    /// A value in the unit that its metric names.
    package static func value(_ value: Double?, metric: String) -> String {
        guard let value else { return "" }
        return switch metric {
        case "bytes_per_second": value < 5e8 ? fixed(value / 1e6, 0) + " MB/s" : fixed(value / 1e9, 2) + " GB/s"
        case "bytes_per_connection", "bytes_per_unused_connection": fixed(value, 0) + " B"
        case "fresh_bytes", "peak_bytes": fixed(value / 1e6, 1) + " MB"
        case "seconds_to_first_answer": fixed(value * 1000, 2) + " ms"
        default: thousands(value) + (metric.hasSuffix("_per_second") ? "/s" : "")
        }
    }

    /// A metric as people call it.
    package static func measure(_ metric: String) -> String {
        switch metric {
        case "requests_per_second": "requests"
        case "bytes_per_second": "bytes"
        case "bytes_per_connection": "memory, used once"
        case "bytes_per_unused_connection": "memory, never used"
        case "fresh_bytes": "memory at the start"
        case "peak_bytes": "memory at most"
        case "seconds_to_first_answer": "time"
        case "heads_per_second": "heads"
        case "cut_heads_per_second": "heads cut in two"
        case "files_per_second": "files"
        case "unchanged_files_per_second": "files, again"
        default: metric
        }
    }

    /// A value with a factor.
    private static func thousands(_ value: Double) -> String {
        switch value {
        case 1e6...: fixed(value / 1e6, 2) + "M"
        case 1e4...: fixed(value / 1e3, 1) + "k"
        case 1e3...: fixed(value / 1e3, 2) + "k"
        default: fixed(value, 1)
        }
    }
}
