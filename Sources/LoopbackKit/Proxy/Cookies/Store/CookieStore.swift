public import LoopbackKitHTTP

/// Keeps the cookies of other sites.
///
/// A call through the proxy asks it once before it goes out, and once when the answer's head is there. Both happen on an
/// event loop: an implementation must not wait for a disk there, nor compute for long. A host can put a web view's own
/// store behind this protocol, for hosts that it names.
public protocol CookieStore: Sendable {
    /// The value of a request's Cookie field.
    ///
    /// - Parameters:
    ///   - url: where the request goes.
    ///   - jar: the jar of the page that calls.
    /// - Returns: the value; `nil` when no cookie goes with the request.
    func cookieField(for url: HTTPURL, in jar: CookieJarName) async -> [UInt8]?

    /// Takes the Set-Cookie fields of an answer; what can't be understood is left out.
    ///
    /// - Parameters:
    ///   - setCookies: the value of each field line; they can't be joined, since dates have commas.
    ///   - url: the address of the very request that was answered, after redirects.
    ///   - jar: the jar of the page that calls.
    func store(_ setCookies: [[UInt8]], from url: HTTPURL, in jar: CookieJarName) async
}

extension CookieStore {
    /// Takes the Set-Cookie fields of an answer's head.
    package func store(from fields: HTTPFields, of url: HTTPURL, in jar: CookieJarName) async {
        let values = fields.setCookieValues
        if !values.isEmpty { await store(values, from: url, in: jar) }
    }
}

extension HTTPFields {
    /// The value of each Set-Cookie line.
    package var setCookieValues: [[UInt8]] { bytesOfValues(of: .setCookie) }

    /// The value of each line of a name, byte by byte.
    package func bytesOfValues(of name: HTTPFieldName) -> [[UInt8]] {
        var values: [[UInt8]] = []
        var next = storage.index(of: name)
        while let index = next {
            values.append(Array(storage.bytes[storage.entries[index].valueRange]))
            next = storage.index(of: name, from: index + 1)
        }
        return values
    }
}
