internal import LoopbackKitHTTP

extension ProxyFailure {
    /// What a call's error means to the page's developer.
    init(_ error: any Error) {
        switch error {
        case let failure as ProxyFailure: self = failure
        case let refusal as GuardRefusal: self.init(refusal)
        case let error as HTTPResolverError: self.init(error)
        case let error as HTTPClientError: self.init(error)
        default: self.init(.connect, "failed", "The call could not be made.")
        }
    }

    /// What another site answered to a WebSocket's handshake in place of a 101.
    static func noUpgrade(_ status: HTTPStatus) -> ProxyFailure {
        ProxyFailure(.protocolError, "noUpgrade", "The site opens no WebSocket there: it answered \(status.code).")
    }

    private init(_ error: HTTPResolverError) {
        switch error.code {
        case .notFound: self.init(.name, "notFound", "The host's name does not exist, or has no address.")
        case .invalidName: self.init(.name, "invalidName", "The host's name is none that can be looked up.")
        case .unavailable: self.init(.name, "unavailable", "The name service did not answer: is the device offline?")
        default: self.init(.name, "systemFailure", "The system could not look the host's name up.")
        }
    }

    private init(_ error: HTTPClientError) {
        switch error.code {
        case .lookUpTimedOut: self.init(.timeout, "lookUp", "The host's name was not looked up in time.")
        case .connectTimedOut: self.init(.timeout, "connect", "The host did not answer in time.")
        case .tlsTimedOut: self.init(.timeout, "tls", "The host did not complete the TLS handshake in time.")
        case .answerTimedOut: self.init(.timeout, "answer", "The site did not answer in time.")
        case .sendingTimedOut: self.init(.timeout, "sending", "The site did not take the request in time.")
        case .bodyTimedOut: self.init(.timeout, "body", "The answer's body made no progress.")
        case .noFreeConnection:
            self.init(
                .timeout,
                "noFreeConnection",
                "Too many calls to this site are under way, and none ended in time."
            )
        case .tlsFailed: self.init(error.tls)
        case .malformedAnswer:
            self.init(
                .protocolError,
                "malformedAnswer",
                "The site's answer breaks HTTP: \(error.reason ?? "malformed")."
            )
        case .truncatedBody:
            self.init(.protocolError, "truncatedBody", "The connection ended before the answer's body was whole.")
        case .closedBeforeAnswer:
            self.init(.connect, "closedBeforeAnswer", "The site ended the connection before it answered.")
        case .connectFailed: self.init(.connect, "connectFailed", "The host could not be connected to.")
        case .invalidRequest: self.init(.refused, "invalidRequest", "The request has a value that can't be sent.")
        case .bodyNotProduced: self.init(.connect, "bodyNotSent", "The request's body did not come whole.")
        case .notRunning: self.init(.connect, "stopping", "The server is stopping.")
        case .outOfResources: self.init(.connect, "outOfResources", "The device has no connections left.")
        default: self.init(.connect, error.code.name, "The connection to the site failed.")
        }
    }

    private init(_ error: TLSError?) {
        let message =
            switch error?.code {
            case .unavailable: "This system has no TLS library that can be used."
            case .wrongHost: "The site's certificate is for another name."
            case .certificateExpired: "The site's certificate has expired."
            case .certificateNotYetValid: "The site's certificate is not valid yet: is the device's clock right?"
            case .selfSigned: "The site's certificate is signed by itself, and not trusted."
            case .unknownIssuer: "The site's certificate was issued by somebody who is not trusted."
            case .certificateRefused: "The site's certificate was refused."
            case .truncated: "The site ended the connection without saying so."
            default: "The TLS handshake with the site failed."
            }
        self.init(.tls, error?.code.name ?? "handshakeFailed", message)
    }
}
