internal import Synchronization

/// The ports on which this server listens at the moment.
final class OwnPorts: Sendable {
    private let ports = Mutex<Set<UInt16>>([])

    var current: Set<UInt16> {
        get { ports.withLock { $0 } }
        set { ports.withLock { $0 = newValue } }
    }
}
