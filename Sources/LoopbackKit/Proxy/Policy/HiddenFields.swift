internal import LoopbackKitHTTP

/// The upstream's fields that a page may read and an engine must not act on.
///
/// They travel in one field, `Loopback-Upstream-Fields`, as a JSON list of pairs of name and value in ASCII, such as
/// `[["WWW-Authenticate","Basic"]]`. A value's bytes are the characters of their numbers, so that the page script has
/// what `Headers` would have given. `Set-Cookie` is never among them.
struct HiddenFields {
    /// The greatest length of the list; a field that would make it longer is left out.
    static let limit = 16 * 1024

    private var json: [UInt8] = []

    /// Adds a field, unless the list would become too long.
    mutating func append(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        let count = json.count
        json.append(UInt8(ascii: json.isEmpty ? "[" : ","))
        json.append(UInt8(ascii: "["))
        JSONString.append(characters: name, to: &json)
        json.append(UInt8(ascii: ","))
        JSONString.append(characters: value, to: &json)
        json.append(UInt8(ascii: "]"))
        if json.count >= Self.limit { json.removeLast(json.count - count) }
    }

    /// The list; `nil` when nothing is hidden.
    var encoded: [UInt8]? { json.isEmpty ? nil : json + [UInt8(ascii: "]")] }
}
