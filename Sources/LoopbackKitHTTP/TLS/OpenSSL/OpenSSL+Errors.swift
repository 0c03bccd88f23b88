extension OpenSSL {
    /// Takes what the library put into this thread's queue of errors.
    ///
    /// - Returns: the reasons' words, the first one first; `nil` for none.
    func takeErrors() -> String? {
        var texts: [String] = []
        while true {
            let error = errors.next()
            guard error != 0 else { break }
            if let text = unsafe errors.reason(error) { unsafe texts.append(String(cString: text)) }
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    /// The error for a function that failed although it should not; it takes the queue of errors.
    func failure(_ code: TLSError.Code = .internalFailure, _ what: String? = nil) -> TLSError {
        let parts = [what, takeErrors()].compactMap(\.self)
        return TLSError(code, detail: parts.isEmpty ? nil : parts.joined(separator: ": "))
    }

    /// Throws the error of a function that did not return 1.
    func check(_ result: some BinaryInteger, _ what: String? = nil) throws(TLSError) {
        guard result == 1 else { throw failure(.internalFailure, what) }
    }
}
