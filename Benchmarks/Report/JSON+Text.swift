extension JSON {
    /// The value as text; objects in a list stand in a line each, so that changes of results can be read.
    package var text: String {
        var output = ""
        write(to: &output, indentation: 0)
        return output + "\n"
    }

    private func write(to output: inout String, indentation: Int) {
        switch self {
        case .null: output += "null"
        case .bool(let value): output += value ? "true" : "false"
        case .number(let value): output += Self.text(of: value)
        case .string(let value): Self.write(value, to: &output)
        case .array(let elements):
            Self.write(elements, ("[", "]"), to: &output, indentation: indentation + 1) { element, output in
                element.write(to: &output, indentation: indentation + 1)
            }
        case .object(let members):
            Self.write(members, ("{", "}"), to: &output, indentation: indentation == 0 ? 1 : nil) { member, output in
                Self.write(member.name, to: &output)
                output += ": "
                member.value.write(to: &output, indentation: indentation + 1)
            }
        }
    }

    /// Writes elements, in lines of their own when there is an indentation.
    private static func write<Element>(
        _ elements: [Element],
        _ ends: (String, String),
        to output: inout String,
        indentation: Int?,
        _ writeElement: (Element, inout String) -> Void
    ) {
        output += ends.0
        for (index, element) in elements.enumerated() {
            if index > 0 { output += indentation == nil ? ", " : "," }
            if let indentation { output += "\n" + String(repeating: "  ", count: indentation) }
            writeElement(element, &output)
        }
        if let indentation, !elements.isEmpty {
            output += "\n" + String(repeating: "  ", count: indentation - 1)
        }
        output += ends.1
    }

    private static func text(of number: Double) -> String {
        guard number.isFinite else { return "null" }
        let isWhole = number == number.rounded() && number.magnitude < 1e15
        return isWhole ? "\(Int(number))" : "\(number)"
    }

    private static func write(_ string: String, to output: inout String) {
        output += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }
}
