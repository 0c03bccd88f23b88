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
        let certificate = unsafe try OwnedPointer(library.certificates.new(), free: library.certificates.free, library)
        try library.fill(certificate, by: template, key)
        if let issuer, let first = issuer.chain.first {
            let issuerCertificate = try first.read(library)
            let issuerKey = try issuer.privateKey.read(library)
            unsafe try library.sign(certificate, by: issuerCertificate.pointer, issuerKey, template)
        } else {
            unsafe try library.sign(certificate, by: certificate.pointer, key, template)
        }
        guard let der = unsafe encode(certificate.pointer, library.certificates.encode) else { throw library.failure() }
        return TLSIdentity(
            chain: [TLSCertificate(der: der)] + (issuer?.chain ?? []),
            privateKey: try library.privateKeyInfo(of: key)
        )
    }
}

extension OpenSSL {
    fileprivate func generateKey(_ kind: TLSCertificateTemplate.Key) throws(TLSError) -> OwnedPointer {
        let name = kind == .p256 ? "EC" : "RSA"
        let generator = unsafe try OwnedPointer(keys.newGenerator(nil, name, nil), free: keys.freeGenerator, self)
        unsafe try check(keys.startGenerator(generator.pointer))
        switch kind {
        case .p256: unsafe try check(keys.setCurve(generator.pointer, "P-256"))
        case .rsa2048: unsafe try check(keys.setRSABits(generator.pointer, 2048))
        }
        var key: OpaquePointer?
        unsafe try check(keys.generate(generator.pointer, &key))
        return unsafe try OwnedPointer(key, free: keys.free, self)
    }

    /// Everything but the issuer and what depends on it.
    fileprivate func fill(
        _ certificate: borrowing OwnedPointer,
        by template: TLSCertificateTemplate,
        _ key: borrowing OwnedPointer
    ) throws(TLSError) {
        let pointer = unsafe certificate.pointer
        unsafe try check(certificates.setVersion(pointer, 2))  // which means 3
        // 64 random bits (CA/Browser Forum, Baseline Requirements, section 7.1), and never 0.
        unsafe try check(certificates.setNumber(certificates.serialNumber(pointer), .random(in: 1 ... .max)))
        guard
            unsafe certificates.setTime(certificates.start(pointer), template.validity.lowerBound.secondsSince1970) != nil,
            unsafe certificates.setTime(certificates.end(pointer), template.validity.upperBound.secondsSince1970) != nil
        else { throw failure() }
        unsafe try check(certificates.setKey(pointer, key.pointer))
        let name = Array(template.commonName.utf8)
        // MBSTRING_UTF8, behind the entries that are there.
        let added = unsafe certificates.addNameEntry(
            certificates.subject(pointer), "CN", 0x1000, name, CInt(clamping: name.count), -1, 0)
        guard added == 1 else { throw failure(.badIdentity, "not a name for a certificate") }
    }

    fileprivate func sign(
        _ certificate: borrowing OwnedPointer,
        by issuer: OpaquePointer,
        _ key: borrowing OwnedPointer,
        _ template: TLSCertificateTemplate
    ) throws(TLSError) {
        let pointer = unsafe certificate.pointer
        unsafe try check(certificates.setIssuer(pointer, certificates.subject(issuer)))
        for part in try template.extensions() { unsafe try add(part, to: pointer, issuer) }
        if unsafe issuer != pointer {
            unsafe try add(.init(number: 90, words: "keyid:always"), to: pointer, issuer)  // authorityKeyIdentifier
        }
        // The signature's length.
        guard unsafe certificates.sign(pointer, key.pointer, keys.sha256()) > 0 else { throw failure() }
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
        let added = unsafe try OwnedPointer(made, free: extensions.free, self)
        unsafe try check(extensions.add(certificate, added.pointer, -1))
    }

    fileprivate func privateKeyInfo(of key: borrowing OwnedPointer) throws(TLSError) -> TLSPrivateKey {
        let info = unsafe try OwnedPointer(keys.privateKeyInfo(key.pointer), free: keys.freeInfo, self)
        guard let der = unsafe encode(info.pointer, keys.encodeInfo) else { throw failure() }
        return TLSPrivateKey(der: der)
    }
}
