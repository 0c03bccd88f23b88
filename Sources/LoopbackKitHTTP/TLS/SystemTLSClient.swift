internal import Synchronization

/// Makes the client's side of TLS connections by what the system has, which is loaded with the first one.
///
/// On Linux it is OpenSSL. On Apple's systems TLS belongs to the Network framework, for which there is no engine yet: an
/// OpenSSL library that the program brings along is used there, and without one https is unavailable.
package final class SystemTLSClient: TLSClientProvider {
    private let trust: TLSTrust
    private let provider = Mutex<Result<OpenSSLClient, TLSError>?>(nil)

    /// Makes a provider.
    ///
    /// - Parameter trust: whose certificates are good.
    package init(trust: TLSTrust = .system) { self.trust = trust }

    package func makeEngine(host: HTTPHost, port: UInt16) throws(TLSError) -> any TLSEngine {
        try loaded().get().makeEngine(host: host, port: port)
    }

    private func loaded() -> Result<OpenSSLClient, TLSError> {
        provider.withLock { provider in
            if let provider { return provider }
            let loaded = Result { () throws(TLSError) in try OpenSSLClient(trust: trust) }
            provider = loaded
            return loaded
        }
    }
}
