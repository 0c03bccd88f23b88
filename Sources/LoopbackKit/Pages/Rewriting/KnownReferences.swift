internal import LoopbackKitHTTP

/// What the last references of a text led to.
struct KnownReferences {
    /// What is asked of a resolver.
    struct Question: Equatable {
        let url: [UInt8]
        let use: ReferenceUse
        let base: [UInt8]
        let takesFolder: Bool
    }

    private struct Answer {
        let question: Question
        let resolution: ReferenceResolver.Resolution
    }

    /// So many are kept; more begin anew.
    private static let largest = 4096

    /// By the URLs' hashes: of two with one hash the last is kept.
    private var answers: [UInt64: Answer] = [:]

    subscript(question: Question) -> ReferenceResolver.Resolution? {
        get {
            guard let answer = answers[question.url.span.tableHash], answer.question == question else { return nil }
            return answer.resolution
        }
        set {
            guard let newValue else { return }
            if answers.count >= Self.largest { answers.removeAll(keepingCapacity: true) }
            answers[question.url.span.tableHash] = Answer(question: question, resolution: newValue)
        }
    }
}
