extension [UInt8] {
    /// Whether a text stands at a place, and wholly before an end.
    func hasText(_ text: StaticString, at place: Int, before end: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place >= 0, end <= self.count, end - place >= count else { return false }
        return text.withUTF8Buffer { wanted in
            for offset in 0..<count where unsafe wanted[offset] != self[place + offset] { return false }  // within it
            return true
        }
    }

    /// The same for a text in lower case, which stands there in any.
    func hasTextIgnoringCase(_ text: StaticString, at place: Int, before end: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place >= 0, end <= self.count, end - place >= count else { return false }
        return text.withUTF8Buffer { wanted in
            for offset in 0..<count {
                let byte = self[place + offset]
                let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
                guard unsafe wanted[offset] == lower else { return false }  // within it
            }
            return true
        }
    }
}
