/// The words that the lexer or the search for references knows.
package enum JavaScriptWord: String, CaseIterable, Hashable, Sendable {
    /// Another one.
    case none = ""

    case `break`, `case`, `catch`, `class`, const, `continue`, debugger, `default`, delete, `do`, `else`, export,
        extends
    case finally, `for`, function, `if`, `import`, `in`, instanceof, new, `return`, `switch`, `throw`, `try`, `typeof`
    case `var`, void, `while`, with

    /// Words that are reserved in some places alone.
    case `as`, async, await, from, `let`, of, yield
    /// Names by which references are found.
    case globalThis, selfObject = "self", url = "URL", window, worker = "Worker"

    /// Whether nothing can be named so.
    package var isReserved: Bool {
        switch self {
        case .none, .as, .async, .await, .from, .let, .of, .yield: false
        case .globalThis, .selfObject, .url, .window, .worker: false
        default: true
        }
    }
}

/// Finds words by their bytes.
///
/// A table without collisions: the multiplier that spreads the words over it is searched for once.
struct JavaScriptWords: Sendable {
    static let shared = JavaScriptWords()

    private let keys: [UInt64]
    private let words: [JavaScriptWord]
    private let multiplier: UInt64
    /// Those that are too long for a key.
    private let long: [(word: JavaScriptWord, bytes: [UInt8])]

    private init() {
        let known = JavaScriptWord.allCases.filter { $0 != .none }.map { ($0, Array($0.rawValue.utf8)) }
        long = known.filter { $0.1.count > 8 }.map { (word: $0.0, bytes: $0.1) }
        var multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
        var isSpread = false
        var keys: [UInt64] = []
        var words: [JavaScriptWord] = []
        while !isSpread {
            multiplier = multiplier &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            keys = [UInt64](repeating: 0, count: 1024)
            words = [JavaScriptWord](repeating: .none, count: 1024)
            isSpread = true
            for (word, bytes) in known where bytes.count <= 8 {
                let key = Self.key(bytes, 0..<bytes.count)
                let slot = Self.slot(key, multiplier)
                isSpread = isSpread && keys[slot] == 0
                keys[slot] = key
                words[slot] = word
            }
        }
        (self.keys, self.words, self.multiplier) = (keys, words, multiplier)
    }

    /// The word that stands in a range.
    func word(_ bytes: [UInt8], _ range: Range<Int>) -> JavaScriptWord {
        guard range.count >= 2, range.count <= 10 else { return .none }
        guard range.count <= 8 else { return long.first { bytes[range].elementsEqual($0.bytes) }?.word ?? .none }
        let key = Self.key(bytes, range)
        let slot = Self.slot(key, multiplier)
        return keys[slot] == key ? words[slot] : .none
    }

    private static func key(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
        var key: UInt64 = 0
        for index in range { key = key &<< 8 | UInt64(bytes[index]) }
        return key
    }

    private static func slot(_ key: UInt64, _ multiplier: UInt64) -> Int { Int((key &* multiplier) &>> 54) }
}
