import Foundation
import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("ProxyFailure's answer") struct ProxyFailureResponseTests {
    private struct Body: Decodable {
        struct Failure: Decodable {
            let stage, reason, message: String
            let url: String?
        }
        let error: Failure
    }

    private func bytes(of response: HTTPResponse) -> [UInt8] {
        if case .bytes(let bytes) = response.body.storage { bytes } else { [] }
    }

    @Test("PROXY-9 The status tells of the stage", arguments: ProxyFailure.Stage.allCases)
    func status(stage: ProxyFailure.Stage) {
        let response = ProxyFailure(stage, "reason", "Message.").response
        let statuses: [ProxyFailure.Stage: HTTPStatus] = [.refused: .forbidden, .timeout: .gatewayTimeout]
        #expect(response.status == statuses[stage] ?? .badGateway)
        #expect(response.fields[.loopbackProxyError] == "\(stage.rawValue); reason")
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields[.contentType] == "application/json")
        #expect(response.fields[.contentSecurityPolicy] == "sandbox")
        #expect(response.fields[.xContentTypeOptions] == "nosniff")
        #expect(response.fields[.crossOriginResourcePolicy] == "same-origin")
    }

    @Test("PROXY-9 Any text arrives whole in the JSON body, which is ASCII")
    func escaping() throws {
        let text = (0..<0x180).compactMap(Unicode.Scalar.init).map(String.init).joined() + "\u{2028}\u{1F600}\"\\/"
        let response = ProxyFailure(.tls, text, text).response(url: text)
        let json = bytes(of: response)
        #expect(json.allSatisfy { (0x20..<0x7F).contains($0) })
        let error = try JSONDecoder().decode(Body.self, from: Data(json)).error
        #expect(error.stage == "tls")
        #expect(Array(error.reason.utf8) == Array(text.utf8))
        #expect(Array(error.message.utf8) == Array(text.utf8))
        #expect(error.url.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test("PROXY-9 A reason that is no token can't split the answer")
    func splitting() {
        let response = ProxyFailure(.name, "a\r\nSet-Cookie: b; c", "").response
        #expect(response.fields[.loopbackProxyError] == "name; a--Set-Cookie--b--c")
        #expect(response.fields.invalidName == nil)
    }

    @Test("PROXY-9 A failure that is thrown is answered, without an address")
    func thrown() throws {
        let failure: any HTTPResponseError = ProxyFailure(.connect, "reset", "The connection broke.")
        let error = try JSONDecoder().decode(Body.self, from: Data(bytes(of: failure.response))).error
        #expect(error.url == nil)
        #expect(error.message == "The connection broke.")
    }
}
