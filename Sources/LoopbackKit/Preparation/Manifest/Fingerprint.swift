internal import LoopbackKitHTTP

/// A hash over values in an order, each of which is told from its neighbours.
struct Fingerprint {
    private(set) var value = FNV1a.hash([])

    mutating func add(_ bytes: some Collection<UInt8>) {
        add(bytes.count)
        for byte in bytes { value = FNV1a.add(byte, to: value) }
    }

    mutating func add(_ text: String) { add(text.utf8) }

    mutating func add(_ flag: Bool) { value = FNV1a.add(flag ? 1 : 0, to: value) }

    mutating func add(_ number: Int) {
        for shift in stride(from: 0, to: 64, by: 8) {
            value = FNV1a.add(UInt8(truncatingIfNeeded: number >> shift), to: value)
        }
    }
}

extension PageConfiguration {
    /// What tells one configuration from another, over launches too.
    package var fingerprint: UInt64 {
        var print = Fingerprint()
        print.add(legacyBases.count)
        for base in legacyBases {
            print.add(base.prefix)
            print.add(base.folder)
        }
        print.add(indexDocuments.count)
        for name in indexDocuments { print.add(name) }
        print.add(scripts.count)
        for script in scripts {
            print.add(script.name)
            print.add(script.source)
            print.add(script.isModule)
        }
        print.add(styles.count)
        for style in styles {
            print.add(style.name)
            print.add(style.source)
        }
        for flag in [addsBridge, addsPageScript, addsImportMap, proxiesCalls] { print.add(flag) }
        print.add(proxiedElements.rawValue)
        return print.value
    }
}
