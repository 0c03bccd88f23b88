internal import LoopbackKitHTTP

/// Finds what tells of this server in text that is about to leave the machine: its address, its names, its secrets.
///
/// It is there for accidents: scripts put their page's address into fields of their own. Text in either case and
/// percent-encoded up to three times is seen through; a page that wants to tell what it knows can write it otherwise.
package struct LocalAddressFinder: Sendable {
    private struct Trace: Sendable {
        let text: [UInt8]
        /// Whether a digit right before or behind makes it another text.
        let isNumber: Bool
    }

    private let traces: [Trace]
    /// One bit for each byte that a trace begins with.
    private let firstBytes: [Bool]

    /// Makes a finder.
    ///
    /// - Parameters:
    ///   - ports: the server's ports; with a colon before it, one tells of the server whatever the host is called.
    ///   - secrets: the secrets in scopes' addresses.
    ///   - names: more names of the server, such as `secure.internal`.
    package init(ports: [UInt16], secrets: [SessionToken], names: [String] = []) {
        var traces = [
            Trace(text: Array("127.0.0.1".utf8), isNumber: true),
            Trace(text: Array("localhost".utf8), isNumber: false),
        ]
        traces += ports.map { Trace(text: Array(":\($0)".utf8), isNumber: true) }
        traces += secrets.map { Trace(text: $0.revealedBytes, isNumber: false) }
        traces += names.map { Trace(text: $0.utf8.map(lowercase), isNumber: false) }
        self.traces = traces.filter { !$0.text.isEmpty }
        var firstBytes = [Bool](repeating: false, count: 256)
        for trace in self.traces { firstBytes[Int(trace.text[0])] = true }
        self.firstBytes = firstBytes
    }

    /// Whether the text tells of the server.
    package func finds(in text: ArraySlice<UInt8>) -> Bool {
        if findsPlain(in: text) { return true }
        guard text.contains(UInt8(ascii: "%")) else { return false }
        var decoded = Array(text)
        for _ in 0..<3 {
            let next = PercentEncoding.decode(decoded)
            if next.count == decoded.count { return false }
            if findsPlain(in: next[...]) { return true }
            decoded = next
        }
        return false
    }

    private func findsPlain(in text: ArraySlice<UInt8>) -> Bool {
        for index in text.indices where firstBytes[Int(lowercase(text[index]))] {
            if traces.contains(where: { stands($0, in: text, at: index) }) { return true }
        }
        return false
    }

    private func stands(_ trace: Trace, in text: ArraySlice<UInt8>, at start: Int) -> Bool {
        guard text.endIndex - start >= trace.text.count else { return false }
        let end = start + trace.text.count
        for offset in 0..<trace.text.count where lowercase(text[start + offset]) != trace.text[offset] { return false }
        guard trace.isNumber else { return true }
        if end < text.endIndex, Self.isDigit(text[end]) { return false }
        return !(start > text.startIndex && Self.isDigit(text[start]) && Self.isDigit(text[start - 1]))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
}
