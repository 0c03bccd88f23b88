/// The fields of one part, up to and with the empty line (RFC 2046, section 5.1), under the rules of a request's head:
/// CR LF alone ends a line, lines are not folded, and no control character stands in a value.
struct PartHeadSection: Sendable {
    private var bytes: [UInt8] = []
    private var section = FieldSectionParser()
    private(set) var fields = HTTPFields()

    /// Takes a prefix of the input.
    ///
    /// - Returns: how many bytes were taken, and whether the head is complete.
    /// - Throws: `FormError` for a malformed line or too large a head.
    mutating func take(
        _ input: Span<UInt8>,
        limits: MultipartLimits
    ) throws(FormError) -> (consumed: Int, isComplete: Bool) {
        let before = bytes.count
        let taken = max(0, min(input.count, limits.partHead - before))
        // A head that arrived whole is read where it is: of what follows it nothing is copied.
        if before == 0, try parse(input.extracting(..<taken), limits) { return (section.position, true) }
        for index in 0..<taken { bytes.append(input[index]) }
        if before > 0 {
            let received = bytes
            if try parse(received.span, limits) { return (section.position - before, true) }
        }
        guard bytes.count < limits.partHead else { throw FormError(.partHeadTooLarge) }
        return (taken, false)
    }

    private mutating func parse(_ received: Span<UInt8>, _ limits: MultipartLimits) throws(FormError) -> Bool {
        try received.withHeadBytes { (bytes) throws(FormError) in
            while true {
                switch try step(bytes) {
                case .needsMore: return false
                case .end: return true
                case .line(let name, let value):
                    guard fields.count < limits.partFields else { throw FormError(.partHeadTooLarge) }
                    fields.append(HTTPFieldName(token: bytes.string(name)), bytes: value.map { bytes[$0] })
                }
            }
        }
    }

    private mutating func step(_ bytes: HeadBytes) throws(FormError) -> FieldSectionParser.Step {
        do throws(HTTPRefusal) {
            return try section.next(bytes, upTo: bytes.count)
        } catch {
            throw FormError(.malformedPartHead)
        }
    }
}
