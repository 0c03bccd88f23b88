internal import BenchmarkLoad

/// A server that runs and is measured.
protocol Server: AnyObject {
    /// How it is called in the results.
    var name: String { get }
    /// The processes that serve.
    var processes: [Int32] { get }
    /// Processes that only work for it, such as the site that a proxy calls: what they use is neither its nor others'.
    var companions: [Int32] { get }
    /// The processors that it can use: its loops or workers.
    var capacity: Int { get }

    /// Where it answers what a route asks for; `nil` when it has nothing of the kind.
    func target(_ route: Route) -> Target?
}

extension Server {
    var companions: [Int32] { [] }
}

/// Where a server answers something, and with what.
struct Target: Hashable, Sendable {
    /// The port on 127.0.0.1.
    var port: UInt16
    /// The path, from its slash on.
    var path: String
    /// What its answer has to be.
    var expected: ExpectedAnswer
}

/// What is asked for.
package enum Route: Hashable, Sendable {
    /// Twelve bytes, made without a task.
    case hello
    /// The same by a function that may suspend.
    case helloAsync
    /// A file of a page: its request passes the token, the scope and the containment check.
    case page(BenchmarkFile)
    /// The same file by LoopbackKitHTTP's folder responder alone.
    case folder(BenchmarkFile)
    /// Two bytes of a page's file.
    case range(BenchmarkFile)
    /// Takes a body and counts it.
    case upload
    /// A file of another site, by way of the proxy.
    case upstream(BenchmarkFile, UpstreamScheme)
}

/// How the other site is called.
package enum UpstreamScheme: String, Hashable, Sendable {
    case http
    case https
}

/// The files that are served.
package enum BenchmarkFile: Int, CaseIterable, Hashable, Sendable {
    case tiny = 12
    case small = 1024
    case middle = 102_400
    case large = 10_485_760
    /// More than anybody reads of it; it takes no room on the disk.
    case vast = 200_000_000

    /// Its length in bytes.
    package var length: Int { rawValue }

    /// Its name in the folder.
    var name: String {
        switch self {
        case .tiny: "12.bin"
        case .small: "1k.bin"
        case .middle: "100k.bin"
        case .large: "10m.bin"
        case .vast: "200m.bin"
        }
    }

    /// Writes all files.
    static func write(to folder: String) throws(HarnessError) {
        try TextFile.write(zeroes: BenchmarkFile.vast.length, to: "\(folder)/\(BenchmarkFile.vast.name)")
        for file in allCases where file != .vast {
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: file.length) { buffer, count in
                for index in 0..<file.length { unsafe buffer[index] = UInt8(truncatingIfNeeded: index &* 31) }
                count = file.length
            }
            try TextFile.write(bytes, to: "\(folder)/\(file.name)")
        }
    }
}

/// The size of an upload.
package let uploadLength = 1 << 20
