/// Where a subject's process serves: what its first line of output says.
///
/// The line is `ready PORT PAGES`, where PORT is that of the plain server and PAGES the plugin's URL, or `-`.
package struct SubjectAddresses: Hashable, Sendable {
    /// The port of the server of LoopbackKitHTTP.
    package let port: UInt16
    /// The URL of the folder as LoopbackKit serves it, which ends with a slash.
    package let pages: String?

    package init(port: UInt16, pages: String?) {
        self.port = port
        self.pages = pages
    }

    /// Reads the line; `nil` when it is anything else.
    package init?(line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count == 3, words[0] == "ready", let port = UInt16(words[1]) else { return nil }
        self.port = port
        pages = words[2] == "-" ? nil : String(words[2])
    }

    /// The line, without a line end.
    package var line: String { "ready \(port) \(pages ?? "-")" }
}
