/// Finds out how a text is encoded, from its bytes as they come.
///
/// A type without a charset leaves the choice to the page's own declaration, as on any server; a wrong one overrules
/// it. So UTF-8 is said only of bytes that are UTF-8 to the last one, and UTF-16 only after its byte order mark.
package struct CharsetProbe: Sendable {
    private var start: [UInt8] = []
    private var validator = UTF8Validator()
    /// Whether a byte was there that looks like ASCII and tells of another encoding.
    private var hasForeignControls = false

    package init() {}

    /// The value for the `charset` parameter, once every byte was read; `nil` when nothing is certain.
    package var charset: String? {
        switch (start.first, start.dropFirst().first) {
        // With two more zeros it is UTF-32, which browsers don't know.
        case (0xFF, 0xFE): start.dropFirst(2).elementsEqual([0, 0]) ? nil : "utf-16le"
        case (0xFE, 0xFF): "utf-16be"
        default: validator.isComplete && !hasForeignControls ? "utf-8" : nil
        }
    }

    /// Looks at the next bytes.
    package mutating func read(_ bytes: Span<UInt8>) {
        var index = 0
        while start.count < 4, index < bytes.count {
            start.append(bytes[index])
            index += 1
        }
        guard !hasForeignControls, validator.read(bytes) else { return }
        for index in bytes.indices where bytes[index] == 0 || bytes[index] == 0x1B {
            // NUL tells of UTF-16 without a mark, ESC of ISO-2022-JP.
            hasForeignControls = true
            return
        }
    }
}
