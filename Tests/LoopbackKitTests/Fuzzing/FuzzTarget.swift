import LoopbackKitHTTP
import Testing

/// What holds for every input of a parser, whatever the bytes.
///
/// The tests try seeds that were changed at random, the same in every run; `.ci/fuzz` lets libFuzzer look for inputs that
/// reach new code.
struct FuzzTarget: Sendable, CustomTestStringConvertible {
    /// What `.ci/fuzz` calls it.
    let name: String
    /// Inputs to start from.
    let seeds: [[UInt8]]
    /// Throws `BrokenInvariant` for an input that shows a fault.
    let check: @Sendable ([UInt8]) throws -> Void

    var testDescription: String { name }

    init(_ name: String, seeds: [[UInt8]], check: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.name = name
        self.seeds = seeds
        self.check = check
    }

    init(_ name: String, texts: [String], check: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.init(name, seeds: texts.map { Array($0.utf8) }, check: check)
    }

    static let all: [FuzzTarget] = [
        requestHead, responseHead, requestStream, responseStream, chunkedBody, ranges, conditions, multipart, webSocket,
        dates, entityTags, mediaTypes, cookies, percentEncoding, forms, partDisposition, folderPath, utf8, addresses,
        urls, ipAddresses,
    ]
}

/// An input did what no input may do.
struct BrokenInvariant: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws unless the condition holds.
func hold(_ condition: Bool, _ what: @autoclosure () -> String) throws(BrokenInvariant) {
    guard condition else { throw BrokenInvariant(what()) }
}
