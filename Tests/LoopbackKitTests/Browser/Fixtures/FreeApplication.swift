import Foundation
import LoopbackKit

/// An application identifier whose derived port nobody has.
enum FreeApplication {
    /// Finds one, above the ports that Linux gives to clients.
    static func identifier() throws -> String {
        for _ in 0..<1000 {
            let identifier = "com.example.pages.\(UUID().uuidString)"
            let port = PortDerivation.port(for: identifier)
            if port > 61000, PortHolder(port: port) != nil { return identifier }
        }
        throw Missing()
    }
}
