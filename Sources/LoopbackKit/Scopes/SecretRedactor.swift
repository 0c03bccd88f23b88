internal import LoopbackKitHTTP

/// Takes the secrets out of what is shown.
package struct SecretRedactor: Sendable {
    private let secrets: Set<[UInt8]>

    package init(_ secrets: [SessionToken]) { self.secrets = Set(secrets.map(\.revealedBytes)) }

    /// A request's target, or any other text of a peer, without the secrets.
    ///
    /// The first segment goes whenever it looks like a token, be it of another launch. Elsewhere a secret is found in
    /// either case and percent-encoded once: a page may put its own address into a query.
    package func redact(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard bytes.count >= SessionToken.length, mayHoldSecret(bytes) else { return text }
        var shown: [UInt8] = []
        var run = HexadecimalRun()
        var index = 0
        while index < bytes.count {
            let escaped = PercentEncoding.escapedByte(in: bytes.span, at: index)
            let width = escaped == nil ? 1 : 3
            shown.append(contentsOf: bytes[index..<index + width])
            index += width
            run.add(lowercase(escaped ?? bytes[index - 1]), width: width)
            guard run.isLongEnough else { continue }
            let isLastDigit = index == bytes.count || bytes[index] == 47
            let standsFirst = run.length == SessionToken.length && shown.count - run.width == 1 && isLastDigit
            guard standsFirst || secrets.contains(run.digits) else { continue }
            shown.removeLast(run.width)
            shown.append(contentsOf: SessionToken.redacted.utf8)
            run = HexadecimalRun()
        }
        return String(decoding: shown, as: UTF8.self)
    }
}

extension SecretRedactor {
    /// Whether there is an escape, or a row of digits as long as a token; most texts without a secret have neither.
    private func mayHoldSecret(_ bytes: [UInt8]) -> Bool {
        var length = 0
        for byte in bytes {
            if byte == 37 { return true }
            length = PercentEncoding.hexadecimalValue(byte) == nil ? 0 : length + 1
            if length == SessionToken.length { return true }
        }
        return false
    }
}

/// The last hexadecimal digits of a row, as many as a token has, and how many bytes each was written with.
private struct HexadecimalRun {
    private(set) var digits: [UInt8] = []
    private var widths: [Int] = []
    /// The number of digits in the row, with those that are not kept.
    private(set) var length = 0

    var isLongEnough: Bool { digits.count == SessionToken.length }

    /// How many bytes the kept digits were written with.
    var width: Int { widths.reduce(0, +) }

    mutating func add(_ digit: UInt8, width: Int) {
        guard PercentEncoding.hexadecimalValue(digit) != nil else {
            self = HexadecimalRun()
            return
        }
        if isLongEnough {
            digits.removeFirst()
            widths.removeFirst()
        }
        digits.append(digit)
        widths.append(width)
        length += 1
    }
}
