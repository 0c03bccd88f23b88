/// Has OpenSSL decode an object; `nil` when it can't, or when something follows the object.
func decode(_ der: [UInt8], _ function: OpenSSLCertificateFunctions.Decode) -> OpaquePointer? {
    unsafe der.withUnsafeBufferPointer { bytes in
        var position = bytes.baseAddress
        return unsafe function(nil, &position, bytes.count)
    }
}

/// Has OpenSSL encode an object; `nil` when it can't.
func encode(_ object: OpaquePointer, _ function: OpenSSLCertificateFunctions.Encode) -> [UInt8]? {
    let count = unsafe Int(function(object, nil))
    guard count > 0 else { return nil }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
        var position = room.baseAddress
        filled = unsafe max(0, min(Int(function(object, &position)), count))
    }
}
