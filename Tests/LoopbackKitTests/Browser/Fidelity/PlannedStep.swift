import Foundation
import LoopbackKitHTTP

/// A step of an answer, from the page's words for it: `["head", { "status": 201 }]`.
struct PlannedStep {
    let step: UpstreamStep

    /// Reads a step; `nil` when its name is none.
    ///
    /// - Parameters:
    ///   - step: its name and its arguments.
    ///   - gate: makes the step that waits at a gate of the case.
    init?(step: JSONValue, gate: (String) -> UpstreamStep) {
        let text = step[1].string ?? ""
        switch step[0].string {
        case "answer": self.step = Self.answer(step[1])
        case "head": self.step = Self.head(step[1])
        case "interim": self.step = Self.head(step[1], isInterim: true)
        case "bytes": self.step = .bytes(text)
        case "base64": self.step = .bytes([UInt8](Data(base64Encoded: text) ?? Data()))
        case "chunk": self.step = .chunk(text)
        case "raw":
            self.step = UpstreamStep { connection in
                let leave = CrossOriginLeave.lines(connection.request)
                try connection.send(text.replacingOccurrences(of: "{cors}", with: leave))
            }
        case "gate": self.step = gate(text)
        case "endless": self.step = UpstreamStep { while true { try $0.send("5\r\nmore\n\r\n") } }
        case "stall": self.step = .stall
        case "close": self.step = .close
        case "reset": self.step = .reset
        case "closed":
            self.step = UpstreamStep { connection in
                _ = try connection.receive()
                throw UpstreamEnding(.closed)
            }
        case "leaveBody": self.step = .leaveBody
        case "handshake": self.step = .webSocketHead(subprotocol: step[1].string)
        case "frame": self.step = Self.frame(step)
        case "echoFrames": self.step = .echoFrames
        default: return nil
        }
    }

    private static func answer(_ answer: JSONValue) -> UpstreamStep {
        let encoded = answer["base64"].string.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) }
        let body = encoded ?? Array((answer["body"].string ?? "").utf8)
        let status = answer["status"].integer ?? 200
        let isBare = status == 204 || status == 304 || (100..<200).contains(status)
        return UpstreamStep { connection in
            let length = isBare ? "" : "Content-Length: \(body.count)\r\n"
            try connection.send(head(answer, length, connection.request))
            if !isBare, connection.request.method != "HEAD" { try connection.send(body) }
        }
    }

    private static func head(_ head: JSONValue, isInterim: Bool = false) -> UpstreamStep {
        UpstreamStep { connection in
            try connection.send(Self.head(head, "", isInterim ? nil : connection.request))
        }
    }

    /// A head's text; what is for a page of another origin is given leave for it.
    private static func head(_ head: JSONValue, _ framing: String, _ request: UpstreamRequest?) -> String {
        let status = head["status"].integer ?? 200
        let reason = head["reason"].string ?? HTTPStatus(status)?.reasonPhrase ?? "Own"
        let fields = head["fields"].array.map { ($0[0].string ?? "", $0[1].string ?? "") }
        let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        let leave =
            request.map { CrossOriginLeave.lines($0, exposing: fields.map(\.0).filter { $0 != "Transfer-Encoding" }) }
            ?? ""
        return "HTTP/1.1 \(status) \(reason)\r\n\(framing)\(lines)\(leave)\r\n"
    }

    /// A frame by the number of its opcode, with text, or with a code and text where it closes.
    private static func frame(_ step: JSONValue) -> UpstreamStep {
        let number = step[1].integer ?? 1
        let code = step[3].integer.map { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] } ?? []
        let payload = code + Array((step[2].string ?? "").utf8)
        return UpstreamStep { connection in
            guard let opcode = WebSocketOpcode(rawValue: UInt8(truncatingIfNeeded: number)) else { return }
            try connection.send(WebSocketFrameHeader.frame(opcode, isFinal: true, payload))
        }
    }
}

/// The fields by which an upstream lets every page call it and read all that it answers (Fetch, section 3.3).
enum CrossOriginLeave {
    /// Their lines; none for a host that allows nothing, nor for a request that isn't a page's of another origin.
    static func lines(_ request: UpstreamRequest, exposing names: [String] = []) -> String {
        guard PlannedUpstream.allowsAll(request), let origin = request["Origin"] else { return "" }
        let exposed = names.isEmpty ? "" : "Access-Control-Expose-Headers: \(names.joined(separator: ", "))\r\n"
        return "Access-Control-Allow-Origin: \(origin)\r\nAccess-Control-Allow-Credentials: true\r\n\(exposed)"
    }
}
