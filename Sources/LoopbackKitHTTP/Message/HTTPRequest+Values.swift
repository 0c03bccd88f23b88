/// A kind of value that a middleware attaches to a request for those after it, such as the user it found.
///
/// ```swift
/// enum CurrentUser: HTTPRequestKey { static let defaultValue: User? = nil }
/// request[CurrentUser.self] = user
/// ```
public protocol HTTPRequestKey: Sendable {
    /// What kind of value it is.
    associatedtype Value: Sendable
    /// The value of a request to which none was attached.
    static var defaultValue: Value { get }
}

/// What a route took of a request's path.
package struct CapturedPath: Sendable {
    /// The named parts.
    package var parameters = PathParameters()
    /// Where in the path begins what `*` took; `nil` without one.
    package var restStart: Int?

    package init(restStart: Int?) { self.restStart = restStart }
}

/// What was found out about a request beyond its message: never part of what is sent.
package struct HTTPRequestExtras: Sendable {
    package var parameters = PathParameters()
    fileprivate var values: [ObjectIdentifier: any Sendable] = [:]
}

extension HTTPRequest {
    /// The value attached under a key, or the key's default.
    public subscript<Key: HTTPRequestKey>(key: Key.Type) -> Key.Value {
        get { extras?.value.values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { changeExtras { $0.values[ObjectIdentifier(key)] = newValue } }
    }

    /// The parts of the path that the route's pattern names.
    public var parameters: PathParameters {
        get {
            var parameters = extras?.value.parameters ?? PathParameters()
            if let restStart { parameters.rest = target.path(from: restStart) }
            return parameters
        }
        set {
            if restStart != nil, newValue.rest != parameters.rest { restStart = nil }
            changeExtras { $0.parameters = newValue }
        }
    }

    /// Keeps what `*` took of a target that is not the request's any more.
    mutating func keepRest(of target: RequestTarget) {
        guard let restStart else { return }
        self.restStart = nil
        changeExtras { $0.parameters.rest = target.path(from: restStart) }
    }

    /// Keeps what a route took of the path.
    package mutating func capture(_ captured: CapturedPath) {
        restStart = captured.restStart
        if !captured.parameters.isEmpty || extras != nil { changeExtras { $0.parameters = captured.parameters } }
    }

    private mutating func changeExtras(_ change: (inout HTTPRequestExtras) -> Void) {
        var value = extras?.value ?? HTTPRequestExtras()
        change(&value)
        extras = ExtrasBox(value)
    }
}

/// Keeps a request small while it has no extras.
package final class ExtrasBox: Sendable {
    package let value: HTTPRequestExtras

    package init(_ value: HTTPRequestExtras) { self.value = value }
}
