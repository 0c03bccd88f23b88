/// What is possible on a connection.
struct LoadEvent {
    /// The connection's place.
    let slot: Int
    /// Whether there are bytes, the end, or an error to be read.
    let isReadable: Bool
    /// Whether more can be sent.
    let isWritable: Bool
}
