/// A frame as a test writes it, right or wrong; made and read without the code under test.
struct Frame: Equatable {
    static let maskBytes: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

    var isFinal = true
    var reserved: UInt8 = 0
    var opcode: UInt8
    var payload: [UInt8] = []

    init(_ opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true, reserved: UInt8 = 0) {
        self.opcode = opcode
        self.payload = payload
        self.isFinal = isFinal
        self.reserved = reserved
    }

    static func text(_ text: String, isFinal: Bool = true) -> Self { Self(1, Array(text.utf8), isFinal: isFinal) }
    static func binary(_ bytes: [UInt8], isFinal: Bool = true) -> Self { Self(2, bytes, isFinal: isFinal) }
    static func more(_ bytes: [UInt8], isFinal: Bool = false) -> Self { Self(0, bytes, isFinal: isFinal) }
    static func more(_ text: String, isFinal: Bool = false) -> Self { more(Array(text.utf8), isFinal: isFinal) }
    static func ping(_ text: String = "") -> Self { Self(9, Array(text.utf8)) }
    static func pong(_ text: String = "") -> Self { Self(10, Array(text.utf8)) }
    static func close(_ code: UInt16? = nil, _ reason: String = "") -> Self {
        Self(8, (code.map { [UInt8($0 >> 8), UInt8($0 & 255)] } ?? []) + Array(reason.utf8))
    }

    private var start: UInt8 { (isFinal ? 0x80 : 0) | reserved << 4 | opcode }

    /// As a client sends it.
    var masked: [UInt8] {
        Self.head(start, 0x80, payload.count) + Self.maskBytes
            + payload.enumerated().map { $1 ^ Self.maskBytes[$0 % 4] }
    }

    /// As a server sends it.
    var plain: [UInt8] { Self.head(start, 0, payload.count) + payload }

    private static func head(_ start: UInt8, _ maskBit: UInt8, _ count: Int) -> [UInt8] {
        if count < 126 { return [start, maskBit | UInt8(count)] }
        if count < 65536 { return [start, maskBit | 126, UInt8(count >> 8), UInt8(count & 255)] }
        return [start, maskBit | 127] + big(UInt64(count))
    }

    /// Eight bytes, the highest first.
    static func big(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(number >> (56 - 8 * UInt64($0)) & 255) } }

    /// Reads what a server sent; `nil` for bytes that are not whole frames.
    static func parse(_ bytes: [UInt8]) -> [Frame]? {
        var frames: [Frame] = []
        var rest = bytes[...]
        while let start = rest.popFirst(), let length = rest.popFirst() {
            var count = UInt64(length)
            if length > 125 {
                let size = length == 126 ? 2 : 8
                guard rest.count >= size else { return nil }
                count = rest.prefix(size).reduce(0) { $0 << 8 | UInt64($1) }
                rest = rest.dropFirst(size)
            }
            guard length < 128, rest.count >= count else { return nil }
            let payload = Array(rest.prefix(Int(count)))
            rest = rest.dropFirst(Int(count))
            frames.append(Frame(start & 15, payload, isFinal: start & 0x80 != 0, reserved: start >> 4 & 7))
        }
        return rest.isEmpty ? frames : nil
    }
}

extension [Frame] {
    /// As a client sends them.
    var masked: [UInt8] { flatMap(\.masked) }
}
