import LoopbackKit
import LoopbackKitHTTP
import Testing

@Suite("GuardRefusal")
struct GuardRefusalTests {
    @Test("PROXY-3 A refusal tells a page's developer the reason, and no address and no name")
    func failure() {
        for reason in GuardRefusal.Reason.all {
            for isOfAnswer in [false, true] {
                let failure = ProxyFailure(GuardRefusal(reason, isOfAnswer: isOfAnswer))
                #expect(failure.stage == .refused)
                #expect(failure.reason == reason.word)
                #expect(failure.message.hasPrefix("The call is refused: ") && failure.message.hasSuffix("."))
                #expect(!failure.message.utf8.contains { 48...57 ~= $0 || $0 == 91 })
            }
        }
        #expect(Set(GuardRefusal.Reason.all.map(\.word)).count == GuardRefusal.Reason.all.count)
    }

    @Test("PROXY-3 A refused answer reads differently from a refused host")
    func sentences() {
        #expect(GuardRefusal(.privateAddress).message == "The call is refused: the host is in a private network.")
        #expect(
            GuardRefusal(.privateAddress, isOfAnswer: true).message
                == "The call is refused: one of the addresses of the host's name is in a private network."
        )
    }
}
