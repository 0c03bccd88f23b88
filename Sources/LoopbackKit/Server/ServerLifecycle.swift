/// The server's states and the only ways from one to another: events in, actions out.
///
/// The state is changed by `apply(_:)` alone, and only along `transitions`; any other event is refused and changes
/// nothing.
package struct ServerLifecycle: Sendable {
    /// What happens to the server; each event leads to one state.
    package enum Event: Sendable {
        case start(StartCause)
        case opened(ServerOpening)
        case lost(ServerError)
        case failed(ServerError)
        case stop(StopCause)

        package enum Kind: String, Sendable, CaseIterable { case start, opened, lost, failed, stop }

        package var kind: Kind {
            switch self {
            case .start: .start
            case .opened: .opened
            case .lost: .lost
            case .failed: .failed
            case .stop: .stop
            }
        }

        fileprivate var state: ServerState {
            switch self {
            case .start(let cause): .starting(cause)
            case .opened(let opening): .ready(opening)
            case .lost(let error): .waiting(error)
            case .failed(let error): .failed(error)
            case .stop(let cause): .stopped(cause)
            }
        }
    }

    /// What has to be done about a transition.
    package enum Action: String, Sendable {
        /// Open a listener.
        case open
        /// Let those go on who wait for the server.
        case admit
        /// Pause, then start.
        case pause
        /// Tell those who wait that it failed.
        case giveUp
        /// Close the listener or end the try, and tell those who wait.
        case close
    }

    /// A way from one state to another.
    package struct Transition: Sendable {
        package let from: ServerState.Phase
        package let event: Event.Kind
        package let to: ServerState.Phase
        package let action: Action
    }

    /// The table of all transitions.
    package static let transitions: [Transition] = [
        Transition(from: .stopped, event: .start, to: .starting, action: .open),
        Transition(from: .starting, event: .opened, to: .ready, action: .admit),
        Transition(from: .starting, event: .failed, to: .failed, action: .giveUp),
        Transition(from: .starting, event: .stop, to: .stopped, action: .close),
        Transition(from: .ready, event: .lost, to: .waiting, action: .pause),
        Transition(from: .ready, event: .stop, to: .stopped, action: .close),
        Transition(from: .waiting, event: .start, to: .starting, action: .open),
        Transition(from: .waiting, event: .failed, to: .failed, action: .giveUp),
        Transition(from: .waiting, event: .stop, to: .stopped, action: .close),
        Transition(from: .failed, event: .start, to: .starting, action: .open),
        Transition(from: .failed, event: .stop, to: .stopped, action: .close),
    ]

    /// What the server is doing.
    package private(set) var state = ServerState.stopped(.notStarted)
    /// How often it was started: which listener is meant.
    package private(set) var generation: UInt64 = 0

    package init() {}

    /// Moves to the event's state, if there is a way to it.
    ///
    /// - Returns: what has to be done, or `nil` when the event is refused.
    package mutating func apply(_ event: Event) -> Action? {
        let phase = state.phase
        let kind = event.kind
        guard let way = Self.transitions.first(where: { $0.from == phase && $0.event == kind }) else { return nil }
        state = event.state
        if way.action == .open { generation += 1 }
        return way.action
    }
}
