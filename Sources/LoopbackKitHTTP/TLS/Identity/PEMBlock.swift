/// A block of a PEM text (RFC 7468).
struct PEMBlock {
    let label: String
    let bytes: [UInt8]

    /// Reads the blocks of a text; what stands between them is left out.
    ///
    /// - Throws: `TLSError` for a block without an end, or one that is not base64.
    static func read(_ text: String) throws(TLSError) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        var label: String?
        var base64: [UInt8] = []
        for line in text.utf8.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            let line = String(Substring(line)).trimmed
            if let current = label {
                guard line == "-----END \(current)-----" else {
                    base64 += line.utf8
                    continue
                }
                guard let bytes = Base64.decode(base64) else { throw TLSError(.badIdentity, detail: "not base64") }
                blocks.append(PEMBlock(label: current, bytes: bytes))
                label = nil
            } else if line.hasPrefix("-----BEGIN "), line.hasSuffix("-----") {
                label = String(line.dropFirst(11).dropLast(5))
                base64 = []
            }
        }
        guard label == nil else { throw TLSError(.badIdentity, detail: "a PEM block without an end") }
        return blocks
    }

    /// The block in lines of 64 characters.
    var text: String {
        let base64 = Array(Base64.encode(bytes).utf8)
        let lines = stride(from: 0, to: base64.count, by: 64).map { start in
            String(decoding: base64[start..<min(start + 64, base64.count)], as: UTF8.self)
        }
        return (["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
    }
}

extension String {
    /// Without spaces and tabs around it.
    fileprivate var trimmed: String {
        var rest = utf8[...]
        while let first = rest.first, first == 32 || first == 9 { rest.removeFirst() }
        while let last = rest.last, last == 32 || last == 9 { rest.removeLast() }
        return String(Substring(rest))
    }
}
