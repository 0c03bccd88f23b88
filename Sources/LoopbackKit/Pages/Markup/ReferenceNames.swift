/// The names of character references that are known here (HTML standard, section 13.5).
enum ReferenceNames {
    /// The longest name of the standard, `CounterClockwiseContourIntegral`, with the `&` before it.
    static let greatestLength = 32
    static let greatestLengthWithoutSemicolon = 6

    /// A name of up to eight bytes as a number; 0, which is no name, for others.
    static func key(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
        guard range.count <= 8 else { return 0 }
        var key: UInt64 = 0
        for index in range { key = key &<< 8 | UInt64(bytes[index]) }
        return key
    }

    private static func key(_ name: Substring) -> UInt64 { name.utf8.reduce(0) { $0 &<< 8 | UInt64($1) } }

    /// All of them; each counts with a semicolon behind it.
    static let all = withoutSemicolon.merging(withSemicolon) { first, _ in first }

    /// The names that count without a semicolon too.
    static let withoutSemicolon: [UInt64: Unicode.Scalar] = {
        var names = pairs("amp& AMP& lt< LT< gt> GT> quot\" QUOT\" COPY© REG®")
        for (offset, name) in latin1.split(separator: " ").enumerated() {
            names[key(name)] = Unicode.Scalar(UInt8(0xA0 + offset))
        }
        return names
    }()

    private static let withSemicolon: [UInt64: Unicode.Scalar] = {
        var names = pairs(
            """
            excl! num# dollar$ percnt% apos' lpar( rpar) ast* midast* plus+ comma, period. sol/ colon: semi; equals= \
            quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] Hat^ lowbar_ UnderBar_ grave` lcub{ lbrace{ verbar| vert| \
            rcub} rbrace} hyphen‐ dash‐ tilde˜
            """
        )
        names[key("Tab")] = "\t"
        names[key("NewLine")] = "\n"
        return names
    }()

    /// The five of XML (XML 1.0, section 4.6).
    static let xml = pairs("amp& lt< gt> quot\" apos'")

    /// Names, each with its character behind it.
    private static func pairs(_ text: String) -> [UInt64: Unicode.Scalar] {
        var names: [UInt64: Unicode.Scalar] = [:]
        for pair in text.split(separator: " ") {
            guard let scalar = pair.unicodeScalars.last else { continue }
            names[key(Substring(pair.unicodeScalars.dropLast()))] = scalar
        }
        return names
    }

    /// The names of U+00A0 to U+00FF in their order.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
        Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
        Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
        ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
        uuml yacute thorn yuml
        """
}
