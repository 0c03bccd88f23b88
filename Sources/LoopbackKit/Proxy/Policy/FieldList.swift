internal import LoopbackKitHTTP

extension String {
    /// The members of a comma-separated field value in lower case and without white space (RFC 9110, section 5.6.1).
    ///
    /// For values without quoted strings: a comma within one would separate, too.
    package var listMembers: [[UInt8]] {
        utf8.split(separator: UInt8(ascii: ",")).compactMap { member in
            let trimmed = member.drop { $0 == 32 || $0 == 9 }.reversed().drop { $0 == 32 || $0 == 9 }.reversed()
            return trimmed.isEmpty ? nil : trimmed.map(lowercase)
        }
    }

    /// Whether the value's list has this member, which is given in lower case.
    package func namesToken(_ token: String) -> Bool {
        listMembers.contains { $0.elementsEqual(token.utf8) }
    }
}
