internal import LoopbackKitHTTP

/// The text of a cookie file: a line for each change, in order, each with a checksum of its own.
///
/// A file begins with the name of its form. A line that was written in part, or was damaged, is told from whole ones and
/// costs no other line.
enum CookieLog {
    /// What a line says.
    enum Record: Hashable {
        case set(CookieJarName, StoredCookie, creation: UInt64)
        case removed(CookieJarName, StoredCookie.Identity)
        /// A jar has been emptied.
        case cleared(CookieJarName)
    }

    /// What a file holds.
    struct Content {
        var records: [Record] = []
        /// Lines with a wrong checksum, or without sense.
        var damagedLines = 0
        /// Whether the last line has no end: writing it was interrupted.
        var isTorn = false
    }

    private static let form = "loopbackkit-cookies"
    private static let version = "1"

    /// A file's first line.
    static var head: [UInt8] { line([Array(form.utf8), Array(version.utf8)]) }

    // MARK: Writing

    /// The line of a change.
    static func line(_ record: Record) -> [UInt8] {
        switch record {
        case .set(let jar, let cookie, let creation):
            let ends = cookie.expires.map { "\($0.secondsSince1970)" } ?? "-"
            return line(
                [Array("set".utf8), jar.key] + identity(cookie.identity)
                    + [cookie.value, Array(ends.utf8), flags(cookie), Array("\(creation)".utf8)]
            )
        case .removed(let jar, let cookie):
            return line([Array("removed".utf8), jar.key] + identity(cookie))
        case .cleared(let jar):
            return line([Array("cleared".utf8), jar.key])
        }
    }

    private static func identity(_ identity: StoredCookie.Identity) -> [[UInt8]] {
        [Array(identity.domain.utf8), identity.isHostOnly ? [104] : [45], identity.path, identity.name]
    }

    private static func flags(_ cookie: StoredCookie) -> [UInt8] {
        var flags: [UInt8] = [45]
        if cookie.isSecure { flags.append(115) }
        if cookie.isHTTPOnly { flags.append(104) }
        if cookie.isPartitioned { flags.append(112) }
        switch cookie.sameSite {
        case .strict: flags.append(83)
        case .lax: flags.append(76)
        case .some(.none): flags.append(78)
        case nil: break
        }
        return flags
    }

    private static func line(_ fields: [[UInt8]]) -> [UInt8] {
        var line: [UInt8] = []
        for field in fields {
            TabbedFields.append(field, to: &line)
            line.append(9)
        }
        return line + Array(String(checksum(line[...]), radix: 16).utf8) + [10]
    }

    /// Every change of a single byte gives another one.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 { FNV1a.hash(bytes) }

    // MARK: Reading

    /// Reads a file; `nil` when it is none of this form.
    static func read(_ bytes: [UInt8]) -> Content? {
        guard !bytes.isEmpty else { return Content() }
        var content = Content()
        var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
        // What stands behind the last end of a line; nothing in a file that is whole.
        if let rest = lines.popLast() { content.isTorn = !rest.isEmpty }
        guard let first = lines.first else { return head.starts(with: bytes) ? content : nil }
        let head = fields(first)
        if let head { guard isHead(head) else { return nil } } else { content.damagedLines += 1 }
        for line in lines.dropFirst() {
            if let record = fields(line).flatMap(record) {
                content.records.append(record)
            } else {
                content.damagedLines += 1
            }
        }
        // Without a head, only lines of this form tell that the file is one of ours.
        return head == nil && content.records.isEmpty ? nil : content
    }

    private static func isHead(_ fields: [[UInt8]]) -> Bool {
        fields.count == 2 && fields[0].elementsEqual(form.utf8) && fields[1].elementsEqual(version.utf8)
    }

    /// The fields of a line; `nil` when its checksum is another.
    private static func fields(_ line: ArraySlice<UInt8>) -> [[UInt8]]? {
        guard let tab = line.lastIndex(of: 9),
            line[(tab + 1)...].elementsEqual(String(checksum(line[...tab]), radix: 16).utf8)
        else { return nil }
        return TabbedFields.split(line[..<tab])
    }
}

extension CookieLog {
    /// What a line's fields say; `nil` for nothing that this form knows.
    private static func record(_ fields: [[UInt8]]) -> Record? {
        guard fields.count >= 2, !fields[1].isEmpty else { return nil }
        let jar = CookieJarName(key: fields[1])
        switch (String(decoding: fields[0], as: UTF8.self), fields.count) {
        case ("set", 10): return cookie(fields[2...]).map { .set(jar, $0.cookie, creation: $0.creation) }
        case ("removed", 6): return identity(fields[2...]).map { .removed(jar, $0) }
        case ("cleared", 2): return .cleared(jar)
        default: return nil
        }
    }

    private static func identity(_ fields: ArraySlice<[UInt8]>) -> StoredCookie.Identity? {
        let fields = Array(fields)
        guard let domain = String(validating: fields[0], as: UTF8.self), !domain.isEmpty,
            fields[1] == [104] || fields[1] == [45], fields[2].first == 47,
            !fields[2].contains(where: ReceivedCookie.isControl), !fields[3].contains(where: ReceivedCookie.isControl)
        else { return nil }
        return StoredCookie.Identity(domain: domain, isHostOnly: fields[1] == [104], path: fields[2], name: fields[3])
    }

    private static func cookie(_ fields: ArraySlice<[UInt8]>) -> (cookie: StoredCookie, creation: UInt64)? {
        let (value, ends, flags, creation) = (fields[6], fields[7], fields[8], fields[9])
        guard let identity = identity(fields), !value.contains(where: ReceivedCookie.isControl),
            let creation = number(creation)
        else { return nil }
        let expires = number(ends).flatMap(Int.init(exactly:)).map(HTTPDate.init(secondsSince1970:))
        guard expires != nil || ends == [45] else { return nil }
        let sameSite: SetCookie.SameSite? =
            switch flags.last {
            case 83: .strict
            case 76: .lax
            case 78: SetCookie.SameSite.none
            default: nil
            }
        let cookie = StoredCookie(
            identity,
            value: value,
            expires: expires,
            isSecure: flags.contains(115),
            isHTTPOnly: flags.contains(104),
            sameSite: sameSite,
            isPartitioned: flags.contains(112)
        )
        return (cookie, creation)
    }

    /// Decimal digits, at most as many as surely fit.
    private static func number(_ field: [UInt8]) -> UInt64? {
        guard (1...18).contains(field.count), field.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
        return field.reduce(0) { $0 * 10 + UInt64($1 - 48) }
    }
}
