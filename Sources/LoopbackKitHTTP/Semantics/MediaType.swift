/// A media type with its parameters, read as browsers read it (MIME Sniffing standard, section 4).
public struct MediaType: Hashable, Sendable, CustomStringConvertible {
    /// One parameter.
    public struct Parameter: Hashable, Sendable {
        /// The name, in lower case.
        public let name: String
        /// The value as it was written, without its quotes.
        public let value: String
    }

    /// The part before the slash, in lower case.
    public let type: String
    /// The part after the slash, in lower case.
    public let subtype: String
    /// The parameters in the order they came; of those with one name only the first.
    public private(set) var parameters: [Parameter] = []

    /// Reads a media type; `nil` when type or subtype is missing or malformed.
    ///
    /// Malformed parameters are left out.
    public init?(_ text: String) {
        var scalars = Scalars(text)
        let type = scalars.take { $0 != "/" }
        guard isToken(type.utf8), scalars.skip("/") else { return nil }
        let subtype = scalars.take { $0 != ";" }.trimmedAtEnd()
        guard isToken(subtype.utf8) else { return nil }
        self.type = type.asciiLowercased()
        self.subtype = subtype.asciiLowercased()
        while scalars.skip(";") { readParameter(&scalars) }
    }

    /// Type and subtype without parameters, such as `text/html`.
    public var essence: String { "\(type)/\(subtype)" }

    /// The value of a parameter, whose name is given in lower case.
    public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// The type in the standard's written form.
    public var description: String {
        parameters.reduce(into: essence) { text, parameter in
            text += ";\(parameter.name)="
            text += isToken(parameter.value.utf8) ? parameter.value : Self.quoted(parameter.value)
        }
    }

    private static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }

    private mutating func readParameter(_ scalars: inout Scalars) {
        scalars.skipWhiteSpace()
        let name = scalars.take { $0 != ";" && $0 != "=" }.asciiLowercased()
        guard scalars.skip("=") else { return }
        let value: String
        if scalars.next == "\"" {
            value = scalars.takeQuoted()
            _ = scalars.take { $0 != ";" }
        } else {
            value = scalars.take { $0 != ";" }.trimmedAtEnd()
            if value.isEmpty { return }
        }
        let isValid = value.unicodeScalars.allSatisfy {
            ("\u{20}"..."\u{7E}").contains($0) || $0 == "\t" || ("\u{80}"..."\u{FF}").contains($0)
        }
        guard isToken(name.utf8), isValid, self[name] == nil else { return }
        parameters.append(Parameter(name: name, value: value))
    }
}

/// Walks over a text's scalars.
private struct Scalars {
    private var rest: Substring.UnicodeScalarView

    /// Begins behind the white space.
    init(_ text: String) {
        rest = text.unicodeScalars[...]
        skipWhiteSpace()
        // White space at the end belongs to no part.
        while let last = rest.last, last.isHTTPWhiteSpace { rest.removeLast() }
    }

    var next: Unicode.Scalar? { rest.first }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    mutating func skipWhiteSpace() { rest = rest.drop(while: \.isHTTPWhiteSpace) }

    mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
        let taken = rest.prefix(while: condition)
        rest = rest[taken.endIndex...]
        return String(taken)
    }

    /// The content of a quoted string; a missing closing quote is forgiven (Fetch standard, section 2.2).
    mutating func takeQuoted() -> String {
        var value = String.UnicodeScalarView()
        _ = skip("\"")
        while let scalar = rest.popFirst(), scalar != "\"" {
            // A lone backslash at the end stands for itself.
            value.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
        }
        return String(value)
    }
}

extension Unicode.Scalar {
    fileprivate var isHTTPWhiteSpace: Bool { self == " " || self == "\t" || self == "\n" || self == "\r" }
}

extension String {
    fileprivate func asciiLowercased() -> String {
        String(decoding: utf8.map(lowercase), as: UTF8.self)
    }

    fileprivate func trimmedAtEnd() -> String {
        var scalars = unicodeScalars
        while let last = scalars.last, last.isHTTPWhiteSpace { scalars.removeLast() }
        return String(scalars)
    }
}
