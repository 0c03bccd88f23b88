extension TLSIdentity {
    /// Makes a key and its certificate.
    ///
    /// - Parameters:
    ///   - template: what the certificate says.
    ///   - issuer: who signs it; `nil` for one that signs itself.
    /// - Returns: the identity; its chain has the issuer's after its own certificate.
    /// - Throws: `TLSError`; its code is `unavailable` where the system has no OpenSSL, `badIdentity` for what a
    ///   certificate can't say.
    package static func make(
        _ template: TLSCertificateTemplate,
        signedBy issuer: TLSIdentity? = nil
    ) throws(TLSError) -> TLSIdentity {
        let library = try OpenSSL.loaded()
        library.errors.clear()
        let key = try library.generateKey(template.key)
        let certificate = try unsafe OwnedPointer(
            library.certificates.new(),
            free: library.certificates.free,
            library
        )
        unsafe try certificate.lend { (certificate) throws(TLSError) in
            unsafe try key.lend { (key) throws(TLSError) in
                unsafe try library.fill(certificate, by: template, key)
                guard let issuer, let first = issuer.chain.first else {
                    return unsafe try library.sign(certificate, by: certificate, key, template)
                }
                let issuerKey = try issuer.privateKey.read(library)
                unsafe try first.read(library).lend { (issuer) throws(TLSError) in
                    unsafe try issuerKey.lend { (issuerKey) throws(TLSError) in
                        unsafe try library.sign(certificate, by: issuer, issuerKey, template)
                    }
                }
            }
        }
        let der = unsafe certificate.lend { unsafe encode($0, library.certificates.encode) }
        guard let der else { throw library.failure() }
        return unsafe TLSIdentity(
            chain: [TLSCertificate(der: der)] + (issuer?.chain ?? []),
            privateKey: try key.lend { (key) throws(TLSError) in unsafe try library.privateKey(of: key) }
        )
    }
}

extension OpenSSL {
    fileprivate func generateKey(_ kind: TLSCertificateTemplate.Key) throws(TLSError) -> OwnedPointer {
        let name = kind == .p256 ? "EC" : "RSA"
        let generator = try unsafe OwnedPointer(keys.newGenerator(nil, name, nil), free: keys.freeGenerator, self)
        return unsafe try generator.lend { (generator) throws(TLSError) in
            unsafe try check(keys.startGenerator(generator))
            switch kind {
            case .p256: unsafe try check(keys.setCurve(generator, "P-256"))
            case .rsa2048: unsafe try check(keys.setRSABits(generator, 2048))
            }
            var key: OpaquePointer?
            unsafe try check(keys.generate(generator, &key))
            return try unsafe OwnedPointer(key, free: keys.free, self)
        }
    }

    /// Everything but the issuer and what depends on it.
    fileprivate func fill(
        _ certificate: OpaquePointer,
        by template: TLSCertificateTemplate,
        _ key: OpaquePointer
    ) throws(TLSError) {
        unsafe try check(certificates.setVersion(certificate, 2))  // which means 3
        // 64 random bits (CA/Browser Forum, Baseline Requirements, section 7.1), and never 0.
        unsafe try check(certificates.setNumber(certificates.serialNumber(certificate), .random(in: 1 ... .max)))
        let times = (template.validity.lowerBound.secondsSince1970, template.validity.upperBound.secondsSince1970)
        guard unsafe certificates.setTime(certificates.start(certificate), times.0) != nil,
            unsafe certificates.setTime(certificates.end(certificate), times.1) != nil
        else { throw failure() }
        unsafe try check(certificates.setKey(certificate, key))
        let name = Array(template.commonName.utf8)
        // MBSTRING_UTF8, behind the entries that are there.
        let added = unsafe certificates.addNameEntry(
            certificates.subject(certificate),
            "CN",
            0x1000,
            name,
            CInt(clamping: name.count),
            -1,
            0
        )
        guard added == 1 else { throw failure(.badIdentity, "not a name for a certificate") }
    }

    fileprivate func sign(
        _ certificate: OpaquePointer,
        by issuer: OpaquePointer,
        _ key: OpaquePointer,
        _ template: TLSCertificateTemplate
    ) throws(TLSError) {
        unsafe try check(certificates.setIssuer(certificate, certificates.subject(issuer)))
        for part in try template.extensions() { unsafe try add(part, to: certificate, issuer) }
        if unsafe issuer != certificate {
            unsafe try add(.init(number: 90, words: "keyid:always"), to: certificate, issuer)  // authorityKeyIdentifier
        }
        // The signature's length.
        guard unsafe certificates.sign(certificate, key, keys.sha256()) > 0 else { throw failure() }
    }

    private func add(
        _ part: TLSCertificateTemplate.Extension,
        to certificate: OpaquePointer,
        _ issuer: OpaquePointer
    ) throws(TLSError) {
        let made = unsafe withUnsafeTemporaryAllocation(byteCount: 256, alignment: 16) { surroundings in
            // X509V3_CTX, of 64 bytes in OpenSSL 3: more than enough of zeros.
            unsafe surroundings.initializeMemory(as: UInt8.self, repeating: 0)
            unsafe extensions.setSurroundings(surroundings.baseAddress, issuer, certificate, nil, nil, 0)
            return unsafe extensions.make(nil, surroundings.baseAddress, part.number, part.words)
        }
        let part = try unsafe OwnedPointer(made, free: extensions.free, self)
        unsafe try check(part.lend { unsafe extensions.add(certificate, $0, -1) })
    }

    fileprivate func privateKey(of key: OpaquePointer) throws(TLSError) -> TLSPrivateKey {
        let info = try unsafe OwnedPointer(keys.privateKeyInfo(key), free: keys.freeInfo, self)
        guard let der = unsafe info.lend({ unsafe encode($0, keys.encodeInfo) }) else { throw failure() }
        return TLSPrivateKey(der: der)
    }
}
