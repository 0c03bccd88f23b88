internal import LoopbackKitHTTP

/// A worker's own script as it is served: the call script runs before it.
///
/// What is added stands in the line where the script's code begins, so the lines of its errors stay. The tag is another
/// one than the file's, since a browser may hold the file as a page's script by the same address.
struct WorkerScript {
    /// The most bytes of a file that are looked through; larger ones are served as they are.
    static let largest = 10 * 1024 * 1024

    /// The file as it is served to others.
    private let file: HTTPResponse
    private let tag: EntityTag

    /// Takes the answer to a request for the whole file without conditions; `nil` for what is no script, or too large.
    init?(_ file: HTTPResponse) {
        guard file.status == .ok, let length = file.body.length, length <= Self.largest,
            let type = file.fields[.contentType].flatMap({ MediaType($0) }), FileType(type.essence).isScript,
            let tag = file.fields[.eTag].flatMap({ EntityTag(parsing: $0) }),
            let own = EntityTag(opaque: tag.opaque + Array("-worker".utf8), isWeak: tag.isWeak)
        else { return nil }
        self.file = file
        self.tag = own
    }

    /// Answers a GET or HEAD request for it; a range is not looked at.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - address: the absolute path of the call script.
    /// - Returns: 200, 304 or 412; `nil` when the file could not be read.
    func respond(to request: HTTPRequest, callScript address: [UInt8]) -> HTTPResponse? {
        let outcome = Preconditions.evaluate(
            method: request.method,
            fields: request.fields,
            // The date is the file's, and says nothing of which of the two a reader has.
            current: Validators(entityTag: tag),
            now: HTTPDate(secondsSince1970: 0)
        )
        var fields = file.fields
        for name in [HTTPFieldName.eTag, .lastModified, .acceptRanges] { fields.remove(name) }
        switch outcome {
        case .proceed:
            guard let body = body(loading: address) else { return nil }
            fields.append(.eTag, bytes: tag.bytes)
            return HTTPResponse(.ok, fields: fields, body: body)
        case .notModified:
            fields.remove(.contentType)
            fields.append(.eTag, bytes: tag.bytes)
            return HTTPResponse(.notModified, fields: fields)
        case .failed:
            fields.remove(.contentType)
            fields.remove(.cacheControl)
            fields.append(.cacheControl, "no-store")
            return HTTPResponse(.preconditionFailed, fields: fields)
        }
    }

    private func body(loading address: [UInt8]) -> HTTPOutgoingBody? {
        guard let bytes = file.body.wholeContent else { return nil }
        let beginning = JavaScriptBeginning.find(in: bytes)
        guard let place = beginning.place else { return file.body }
        let statement = Self.statement(isModule: beginning.isModule, address)
        return .segments([.bytes(bytes[..<place] + statement)] + file.body.segments(from: place))
    }

    /// What loads the call script, and is over before the next statement runs.
    ///
    /// A module's dependencies run before its statements, so a module imports it, as the first of them. What is no module
    /// for certain may be one: `importScripts` throws there.
    private static func statement(isModule: Bool, _ address: [UInt8]) -> [UInt8] {
        let literal = [UInt8(ascii: "\"")] + address.flatMap(escaped) + [UInt8(ascii: "\"")]
        if isModule { return Array(";import ".utf8) + literal + [UInt8(ascii: ";")] }
        let loading = """
            ;globalThis[Symbol.for("loopbackkit.calls")]||(a=>{try{importScripts(a)}catch{try{\
            const r=new XMLHttpRequest;r.open("GET",a,false);r.send();(0,eval)(r.responseText)\
            }catch{}}})(
            """
        return Array(loading.utf8) + literal + Array(");".utf8)
    }

    /// A byte of a path in a string literal.
    private static func escaped(_ byte: UInt8) -> [UInt8] {
        let isPlain = byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        return isPlain ? [byte] : Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
    }
}

extension HTTPRequest {
    /// Whether a worker is to be made of the answer (Fetch Metadata).
    var isForWorker: Bool {
        fields.withFirstValueBytes(of: .secFetchDest) {
            $0.hasBytes(Self.worker) || $0.hasBytes(Self.sharedWorker) || $0.hasBytes(Self.serviceWorker)
        } ?? false
    }

    private static let worker = Array("worker".utf8)
    private static let sharedWorker = Array("sharedworker".utf8)
    private static let serviceWorker = Array("serviceworker".utf8)

    /// The same request for the whole, whatever the reader has.
    var unconditional: HTTPRequest {
        var request = self
        let conditions: [HTTPFieldName] = [
            .range, .ifRange, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince,
        ]
        for name in conditions { request.fields.remove(name) }
        return request
    }
}
