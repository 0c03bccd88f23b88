/// What a load generator sends, how fast, and what it expects.
package struct LoadPlan: Sendable {
    /// When requests are sent.
    package enum Pace: Hashable, Sendable {
        /// A connection's next request follows its last answer: as many as the server can answer.
        case closed
        /// So many a second in all, at moments that don't depend on the answers.
        ///
        /// Latency counts from the moment when a request was due, so that a server that stalls is charged for all the
        /// requests that it kept from being sent.
        case open(requestsPerSecond: Double)

        /// The rate; 0 for none.
        var requestsPerSecond: Double {
            if case .open(let rate) = self { rate } else { 0 }
        }
    }

    /// The server's port on 127.0.0.1.
    package var port: UInt16
    /// The requests in their wire form; connections take them in turns.
    package var requests: [[UInt8]]
    /// What each answer has to be.
    package var expected: ExpectedAnswer
    /// The number of connections.
    package var connections = 1
    /// How many requests are sent at once, before their answers are read.
    package var depth = 1
    /// The number of threads, among which the connections are divided.
    package var threads = 1
    /// Whether each request has a connection of its own, which the server closes after the answer.
    package var reconnects = false
    /// When requests are sent.
    package var pace = Pace.closed
    /// How many requests are sent at most; `nil` for no limit, as in every scenario.
    ///
    /// The measurement ends early when so many were answered: tests count by it.
    package var requestLimit: Int?

    package init(port: UInt16, requests: [[UInt8]], expected: ExpectedAnswer) {
        self.port = port
        self.requests = requests
        self.expected = expected
    }
}

/// What an answer has to be; anything else is an error.
package struct ExpectedAnswer: Hashable, Sendable {
    /// The status code.
    package var status: Int
    /// The length of the body.
    package var length: Int

    package init(status: Int = 200, length: Int) {
        self.status = status
        self.length = length
    }
}
