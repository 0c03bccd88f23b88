internal import LoopbackKitHTTP

/// The algorithms of integrity metadata (Subresource Integrity, section 3.2).
package enum IntegrityAlgorithm: String, CaseIterable, Sendable {
    case sha256, sha384, sha512

    /// The digest of a content in base64, as attributes and policies write it.
    package func digest(of content: [UInt8]) -> [UInt8] {
        let digest =
            switch self {
            case .sha256: SHA2.sha256(content)
            case .sha384: SHA2.sha384(content)
            case .sha512: SHA2.sha512(content)
            }
        return Array(Base64.encode(digest).utf8)
    }

    /// The algorithm that a hash expression such as `sha384-…` begins with.
    static func prefix(of expression: ArraySlice<UInt8>) -> IntegrityAlgorithm? {
        allCases.first { algorithm in
            let name = algorithm.rawValue.utf8
            return expression.count > name.count + 1 && expression.dropFirst(name.count).first == 45
                && zip(expression, name).allSatisfy { lowercase($0) == $1 }
        }
    }
}

/// A hash expression within a text: an algorithm, a digest in base64, and maybe options behind a question mark.
struct HashExpression {
    let algorithm: IntegrityAlgorithm
    /// Where the digest stands.
    let digest: Range<Int>

    /// Finds every hash expression in a part of a text, in order.
    static func all(in text: [UInt8], _ part: Range<Int>) -> [HashExpression] {
        var found: [HashExpression] = []
        for word in text[part].split(whereSeparator: { isSeparator($0) }) {
            guard let algorithm = IntegrityAlgorithm.prefix(of: word) else { continue }
            let start = word.startIndex + algorithm.rawValue.utf8.count + 1
            let end = word[start...].firstIndex(of: 63) ?? word.endIndex
            found.append(HashExpression(algorithm: algorithm, digest: start..<end))
        }
        return found
    }

    /// White space, the quotes that a policy has around it, and a policy's separators.
    private static func isSeparator(_ byte: UInt8) -> Bool { byte <= 32 || byte == 39 || byte == 59 || byte == 44 }

    /// Whether a digest is written here; base64url means the same.
    func matches(_ other: [UInt8], in text: [UInt8]) -> Bool {
        Self.normalized(text[digest]) == Self.normalized(other[...])
    }

    /// A digest in the one form that all ways to write it have.
    static func normalized(_ digest: ArraySlice<UInt8>) -> [UInt8] {
        let end = digest.lastIndex { $0 != 61 }.map { $0 + 1 } ?? digest.startIndex
        return digest[..<end].map { $0 == 45 ? 43 : $0 == 95 ? 47 : $0 }
    }
}
