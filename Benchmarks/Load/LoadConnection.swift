/// A connection of the load generator.
struct LoadConnection {
    /// Its descriptor; negative when it is not connected.
    var descriptor: CInt = -1
    /// Finds the ends of answers.
    var scanner = ResponseScanner()
    /// How many requests have no answer yet.
    var pending = 0
    /// When they were sent, or due.
    var since: Int64 = 0
    /// Which request it sends, and how much of it is sent.
    var request = 0
    var sent = 0
    /// Whether its answer was as expected and the close that belongs to it has to come.
    var awaitsClose = false
    /// Whether it waits for room to send the rest.
    var isWriting = false

    /// Whether something has to come.
    var isWaiting: Bool { pending > 0 || awaitsClose }
}
