extension TLSError.Code {
    /// Which error a result of verification is (X509_V_ERR_…, openssl/x509_vfy.h); `nil` where the certificate was good.
    init?(verifyResult: Int) {
        switch verifyResult {
        case 0: return nil
        case 9: self = .certificateNotYetValid
        case 10: self = .certificateExpired
        case 18: self = .selfSigned
        // An issuer that is missing, not trusted, or signs itself and is not trusted; a leaf without one.
        case 2, 19, 20, 21, 27: self = .unknownIssuer
        case 62, 64: self = .wrongHost
        default: self = .certificateRefused
        }
    }
}
