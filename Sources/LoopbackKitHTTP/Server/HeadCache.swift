/// The heads of answers that are the same again and again, as they were sent.
///
/// Fields are values on a shared storage, and whoever changes a shared one gets a copy: as long as this holds a storage,
/// the same object has the same fields. A head is kept from the second time on, so that answers which are made anew for
/// each request cost no copy.
struct HeadCache {
    /// What a head is made of beside its fields.
    struct Key: Equatable {
        let status: HTTPStatus
        let framing: ResponseFraming
        let version: HTTPVersion
        let keepsAlive: Bool
        let answersHead: Bool
        /// The moment that the Date field tells, as the loop counts them.
        let dateTick: Int64
    }

    private struct Entry {
        var storage: HeadStorage?
        /// The storage's place in memory, to be compared without touching its count of owners.
        var identity: UInt = 0
        var key: Key?
        /// Empty until the head was asked for once more.
        var bytes: [UInt8] = []
    }

    /// A power of two.
    private static let count = 8

    private var entries = [Entry](repeating: Entry(), count: count)

    /// Appends the head if it is known.
    ///
    /// - Returns: whether it was.
    @inline(__always)
    func append(_ key: Key, _ storage: HeadStorage, to output: inout OutputBuffer) -> Bool {
        let identity = Self.identity(of: storage)
        let place = Self.place(of: identity)
        guard entries[place].identity == identity, entries[place].key == key, !entries[place].bytes.isEmpty else {
            return false
        }
        output.append(entries[place].bytes)
        return true
    }

    /// Notes a head that was just written at the end of `output`, from `start` on.
    mutating func note(_ key: Key, _ storage: HeadStorage, in output: borrowing OutputBuffer, from start: Int) {
        let identity = Self.identity(of: storage)
        let place = Self.place(of: identity)
        if entries[place].identity == identity, entries[place].key == key {
            entries[place].bytes = output.copy(from: start)
        } else {
            entries[place] = Entry(storage: storage, identity: identity, key: key)
        }
    }

    private static func identity(of storage: HeadStorage) -> UInt { UInt(bitPattern: ObjectIdentifier(storage)) }

    private static func place(of identity: UInt) -> Int {
        // Objects lie at multiples of 16; their next bits differ most.
        Int(identity >> 5) & (count - 1)
    }
}
