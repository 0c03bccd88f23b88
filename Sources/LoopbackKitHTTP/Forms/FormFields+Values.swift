/// Values of other types than text.
///
/// Integers are ASCII digits with at most a minus sign before them, which only a signed type takes; no plus sign, no
/// white space. Floating-point numbers are written in decimal, and are finite.
extension FormFields {
    /// The first value of that name as another type; `nil` when the name is not there.
    ///
    /// - Throws: `FormError` with code `malformedValue` when the value is none of that type; a responder that lets it pass
    ///   has the request answered 400.
    public subscript<Value: LosslessStringConvertible>(name: String, as type: Value.Type) -> Value? {
        get throws(FormError) {
            guard let text = self[name] else { return nil }
            guard let value = Self.value(of: text, as: type) else { throw FormError(.malformedValue, name: name) }
            return value
        }
    }

    /// The first value of that name, which has to be there.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - type: the type that is wanted.
    /// - Returns: the value.
    /// - Throws: `FormError` with code `missingValue` or `malformedValue`; a responder that lets it pass has the request
    ///   answered 400.
    public func require<Value: LosslessStringConvertible>(
        _ name: String,
        as type: Value.Type = String.self
    ) throws(FormError) -> Value {
        guard let value = try self[name, as: type] else { throw FormError(.missingValue, name: name) }
        return value
    }

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
        return !digits.isEmpty && digits.allSatisfy(isDigit)
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

    private static func removeDigits(_ bytes: inout Substring.UTF8View) -> Bool {
        let rest = bytes.drop(while: isDigit)
        defer { bytes = rest }
        return rest.startIndex > bytes.startIndex
    }

    private static func isFinite(_ value: Any) -> Bool { (value as? any BinaryFloatingPoint)?.isFinite ?? false }
}
