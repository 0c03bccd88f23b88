/// What the parts of an address are percent-encoded by (URL standard, section 1.3).
///
/// A percent sign stays as it is: what is encoded already is not encoded again.
enum URLCharacters {
    private static let everywhere =
        "!$&()*+,-./0123456789:;=@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]_abcdefghijklmnopqrstuvwxyz|~"

    /// Outside of the path percent-encode set; slashes and question marks never get there.
    static let path = PercentEncoding.Allowed(everywhere + "'")
    /// Outside of the special-query percent-encode set.
    static let query = PercentEncoding.Allowed(everywhere + "?^`{}")
    /// Outside of the fragment percent-encode set.
    static let fragment = PercentEncoding.Allowed(everywhere + "'#?^{}")

    /// Adds bytes, with escapes for those that are not in the set.
    static func append(
        _ part: ArraySlice<UInt8>,
        keeping allowed: PercentEncoding.Allowed,
        to encoded: inout [UInt8]
    ) {
        for byte in part {
            if byte == UInt8(ascii: "%") {
                encoded.append(byte)
            } else {
                PercentEncoding.append(byte, keeping: allowed, to: &encoded)
            }
        }
    }

    /// A part with escapes for the bytes that are not in the set.
    static func encode(_ part: ArraySlice<UInt8>, keeping allowed: PercentEncoding.Allowed) -> String {
        var encoded: [UInt8] = []
        append(part, keeping: allowed, to: &encoded)
        return String(decoding: encoded, as: UTF8.self)
    }
}
