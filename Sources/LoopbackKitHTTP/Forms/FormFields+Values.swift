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
        get throws(FormError) { try StrictText.value(of: self[name], name, as: type) }
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
        try StrictText.require(self[name], name, as: type)
    }
}
