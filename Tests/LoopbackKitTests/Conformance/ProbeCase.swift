import Foundation

/// A case of the Http11Probe suite: what is sent, and what a server may do.
struct ProbeCase: Decodable, Sendable {
    struct StatusRange: Decodable, Sendable {
        let lo: Int
        let hi: Int
    }

    /// Bytes that are sent in one call.
    struct Send: Decodable, Sendable {
        let b64: Data
    }

    let id: String
    /// Must, Should, May ...
    let level: String
    let expect: String
    /// The statuses that hold the case; `nil` where a rule of its own says what does.
    let statusRange: StatusRange?
    /// Whether closing without an answer holds it too.
    let allowClose: Bool
    /// What follows the answer to the step before, on the same connection.
    let steps: [[Send]]

    /// The bytes of each step; one that the suite would make from the last answer's validators is left out.
    func requests(host: String) -> [[UInt8]] {
        steps.map { sends in sends.flatMap { [UInt8]($0.b64) } }
            .filter { !$0.starts(with: "<<dynamic".utf8) }
            .map { $0.replacing("HOSTHDR".utf8, with: host.utf8) }
    }
}

/// What a server did with one step of a case.
struct ProbeStep: Sendable {
    /// The first answer; `nil` when there was none.
    var answer: RawResponse?
    /// Whether the server closed without being asked to by an end of the client's.
    var isClosed = false
    /// What came after the first answer.
    var rest: [UInt8] = []

    var status: Int? { answer?.status }
    var isSuccess: Bool { 200...299 ~= status ?? 0 }
}

/// How a case came out.
enum ProbeVerdict: Sendable {
    /// As it should be.
    case held
    /// Not what is asked for first, and allowed.
    case allowed
    case missed
}
