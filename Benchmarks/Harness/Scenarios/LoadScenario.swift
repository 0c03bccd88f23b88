internal import BenchmarkLoad

/// A scenario whose figure is how much a server answers in a time.
package struct LoadScenario: Hashable, Sendable {
    /// What is counted.
    package enum Metric: Hashable, Sendable {
        case requests
        /// Bytes of bodies, so many a request.
        case bytes(Int)

        var name: String {
            switch self {
            case .requests: "requests_per_second"
            case .bytes: "bytes_per_second"
            }
        }

        /// The figure for a number of requests.
        func value(_ requests: Double) -> Double {
            switch self {
            case .requests: requests
            case .bytes(let length): requests * Double(length)
            }
        }
    }

    package var name: String
    package var summary: String
    package var route: Route
    package var connections = 1
    package var depth = 1
    package var threads = 1
    package var metric = Metric.requests
    /// How the body of an upload is framed; `nil` for requests without one.
    package var upload: UploadFraming?
    /// Whether each request has a connection of its own.
    package var reconnects = false
    /// Whether latencies are taken at a constant rate, too.
    package var hasLatency = false
    /// Whether it is compared with nginx keeping files open, too.
    package var comparesWithFileCache = false
    /// Whether it is compared with nginx's proxy with large buffers, too.
    package var comparesWithLargeBuffers = false

    package init(_ name: String, _ summary: String, _ route: Route, connections: Int) {
        self.name = name
        self.summary = summary
        self.route = route
        self.connections = connections
    }

    /// Changes some of it.
    private func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }

    /// All of them, in the order in which they are run.
    package static let all: [LoadScenario] = small + files + others + relayed

    private static let small = [
        LoadScenario("small-1", "a small answer, 1 connection", .hello, connections: 1).with { $0.hasLatency = true },
        LoadScenario("small-64", "a small answer, 64 connections", .hello, connections: 64).with {
            $0.hasLatency = true
        },
        LoadScenario("small-256", "a small answer, 256 connections, 2 client threads", .hello, connections: 256).with {
            $0.threads = 2
            $0.hasLatency = true
        },
        LoadScenario("pipelined-16", "a small answer, 16 requests at once, 64 connections", .hello, connections: 64)
            .with {
                $0.depth = 16
            },
        LoadScenario("async-64", "a small answer by an async responder, 64 connections", .helloAsync, connections: 64)
            .with {
                $0.hasLatency = true
            },
    ]

    private static let files = [
        LoadScenario("file-1k", "a page's file of 1 KiB, 64 connections", .page(.small), connections: 64).with {
            $0.hasLatency = true
            $0.comparesWithFileCache = true
        },
        LoadScenario("http-file-1k", "the same without token and scope", .folder(.small), connections: 64),
        LoadScenario("file-100k", "a page's file of 100 KiB, 64 connections", .page(.middle), connections: 64).with {
            $0.metric = .bytes(BenchmarkFile.middle.length)
        },
        LoadScenario("file-10m", "a page's file of 10 MiB, 1 connection", .page(.large), connections: 1).with {
            $0.metric = .bytes(BenchmarkFile.large.length)
        },
        LoadScenario(
            "range-2b",
            "two bytes of a page's file of 10 MiB, 64 connections",
            .range(.large),
            connections: 64
        ),
    ]

    private static let others = [
        LoadScenario("upload-1m", "an upload of 1 MiB with its length, 4 connections", .upload, connections: 4).with {
            $0.metric = .bytes(uploadLength)
            $0.upload = .length
        },
        LoadScenario("upload-1m-chunked", "the same in chunks of 16 KiB", .upload, connections: 4).with {
            $0.metric = .bytes(uploadLength)
            $0.upload = .chunks
        },
        LoadScenario("churn", "a connection for each small answer, 64 at once", .hello, connections: 64).with {
            $0.reconnects = true
        },
    ]

    private static let relayed = [
        LoadScenario(
            "proxy-small",
            "another site's 12 bytes through the proxy, 64 connections",
            .upstream(.tiny, .http),
            connections: 64
        ),
        LoadScenario(
            "proxy-10m",
            "another site's 10 MiB through the proxy, 1 connection",
            .upstream(.large, .http),
            connections: 1
        ).with {
            $0.metric = .bytes(BenchmarkFile.large.length)
            $0.comparesWithLargeBuffers = true
        },
        LoadScenario(
            "proxy-tls-10m",
            "the same from a site that speaks TLS, 1 connection",
            .upstream(.large, .https),
            connections: 1
        ).with {
            $0.metric = .bytes(BenchmarkFile.large.length)
            $0.comparesWithLargeBuffers = true
        },
    ]

    /// Whether it leads to another site.
    var isRelayed: Bool { if case .upstream = route { true } else { false } }

    /// What the load generator does for a server.
    func plan(_ target: Target) -> LoadPlan {
        var plan = LoadPlan(port: target.port, requests: WireRequests.make(self, target), expected: target.expected)
        plan.connections = connections
        plan.depth = depth
        plan.threads = threads
        plan.reconnects = reconnects
        return plan
    }
}

/// How an upload's body is framed.
package enum UploadFraming: Hashable, Sendable {
    case length
    case chunks
}
