extension PathParameters {
    /// The value of a name as another type, under the rules of `FormFields`; `nil` when the route's pattern has no such
    /// name.
    ///
    /// - Throws: `FormError` with code `malformedValue` when the value is none of that type; a responder that lets it pass
    ///   has the request answered 400.
    public subscript<Value: LosslessStringConvertible>(name: String, as type: Value.Type) -> Value? {
        get throws(FormError) { try StrictText.value(of: self[name], name, as: type) }
    }

    /// The value of a name as another type, which the route's pattern has to have.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - type: the type that is wanted.
    /// - Returns: the value.
    /// - Throws: `FormError` with code `missingValue` or `malformedValue`.
    public func require<Value: LosslessStringConvertible>(
        _ name: String,
        as type: Value.Type = String.self
    ) throws(FormError) -> Value {
        try StrictText.require(self[name], name, as: type)
    }
}
