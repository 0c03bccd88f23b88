/// Reads values out of text that others wrote, stricter than the types' own initialisers.
enum StrictText {
    /// The value of a name, where there is one.
    static func value<Value: LosslessStringConvertible>(
        of text: String?,
        _ name: String,
        as type: Value.Type
    ) throws(FormError) -> Value? {
        guard let text else { return nil }
        guard let value = value(of: text, as: type) else { throw FormError(.malformedValue, name: name) }
        return value
    }

    /// The value of a name that has to be there.
    static func require<Value: LosslessStringConvertible>(
        _ text: String?,
        _ name: String,
        as type: Value.Type
    ) throws(FormError) -> Value {
        guard let value = try value(of: text, name, as: type) else { throw FormError(.missingValue, name: name) }
        return value
    }

    /// The value that the text stands for; `nil` when it stands for none.
    private static func value<Value: LosslessStringConvertible>(of text: String, as type: Value.Type) -> Value? {
        if let type = type as? any BinaryInteger.Type {
            guard isInteger(text.utf8, signed: type.isSigned) else { return nil }
            return Value(text)
        }
        if type is any BinaryFloatingPoint.Type {
            guard isDecimal(text.utf8), let value = Value(text) else { return nil }
            return isFinite(value) ? value : nil
        }
        // Its initialiser traps for a text of several characters.
        if type == Character.self, text.count != 1 { return nil }
        return Value(text)
    }

    private static func isInteger(_ bytes: String.UTF8View, signed: Bool) -> Bool {
        let digits = signed && bytes.first == 45 ? bytes.dropFirst() : bytes[...]
        return !digits.isEmpty && digits.allSatisfy(isASCIIDigit)
    }

    /// Digits with a fraction and an exponent, the one and the other not needed.
    private static func isDecimal(_ bytes: String.UTF8View) -> Bool {
        var rest = bytes[...]
        if rest.first == 45 { rest.removeFirst() }
        guard removeDigits(&rest) else { return false }
        if rest.first == 46 {
            rest.removeFirst()
            guard removeDigits(&rest) else { return false }
        }
        if let byte = rest.first, lowercase(byte) == 101 {
            rest.removeFirst()
            if rest.first == 43 || rest.first == 45 { rest.removeFirst() }
            guard removeDigits(&rest) else { return false }
        }
        return rest.isEmpty
    }

    private static func isASCIIDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

    private static func removeDigits(_ bytes: inout Substring.UTF8View) -> Bool {
        let rest = bytes.drop(while: isASCIIDigit)
        defer { bytes = rest }
        return rest.startIndex > bytes.startIndex
    }

    private static func isFinite(_ value: Any) -> Bool { (value as? any BinaryFloatingPoint)?.isFinite ?? false }
}
