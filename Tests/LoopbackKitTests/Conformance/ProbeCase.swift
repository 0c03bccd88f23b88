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

    /// The bytes of a step.
    ///
    /// One that the suite makes from the last answer asks whether what it gave is still current: by its date, or by its
    /// tag and a date that says otherwise.
    func request(_ step: Int, host: String, after answer: RawResponse?) -> [UInt8] {
        let bytes = steps[step].flatMap { [UInt8]($0.b64) }
        guard bytes.starts(with: "<<dynamic".utf8) else { return bytes.replacing("HOSTHDR".utf8, with: host.utf8) }
        let conditions =
            id == "CAP-INM-PRECEDENCE"
            ? "If-None-Match: \(answer?["ETag"] ?? "")\r\nIf-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT"
            : "If-Modified-Since: \(answer?["Last-Modified"] ?? "")"
        return Array("GET / HTTP/1.1\r\nHost: \(host)\r\n\(conditions)\r\n\r\n".utf8)
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
