internal import LoopbackKitHTTP

/// Why the server does not answer.
public struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable {
        fileprivate let name: String

        private init(_ name: String) { self.name = name }

        /// No port could be listened on: neither those of the application nor one of the system's choice.
        public static let cannotListen = Code("cannotListen")
        /// The port is taken.
        public static let portTaken = Code("portTaken")
        /// The address that was bound is not on 127.0.0.1.
        public static let notLoopback = Code("notLoopback")
        /// The listener ended though nobody asked it to.
        public static let listenerLost = Code("listenerLost")
        /// The server was stopped while it was waited for.
        public static let stopped = Code("stopped")
    }

    /// What happened.
    public let code: Code
    /// The port at fault, where one is.
    public let port: UInt16?
    /// The system's error number, where there is one.
    public let errno: CInt?

    /// Makes an error.
    public init(_ code: Code, port: UInt16? = nil, errno: CInt? = nil) {
        self.code = code
        self.port = port
        self.errno = errno
    }

    /// The code's name with port and error number.
    public var description: String {
        var text = code.name
        if let port { text += " on port \(port)" }
        if let errno { text += " (errno \(errno))" }
        return text
    }
}

extension ServerError {
    /// What a listener threw, as an error of the server.
    package init(listening error: any Error, port: UInt16) {
        switch error {
        case let error as ServerError:
            self = error
        case let error as HTTPServerError:
            self.init(error.code == .addressInUse ? .portTaken : .cannotListen, port: port, errno: error.errno)
        default:
            self.init(.cannotListen, port: port)
        }
    }
}
