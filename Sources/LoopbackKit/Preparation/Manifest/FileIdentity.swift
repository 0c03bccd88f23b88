internal import LoopbackKitHTTP

/// What tells a file from another one, and from itself after a change.
///
/// The moment of the last change of anything (`FileStatus.changed`) is left out: a second name for the file moves it.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    let modified: FileTime

    init(_ status: FileStatus) {
        device = status.device
        inode = status.inode
        size = status.size
        modified = status.modified
    }

    init?(_ field: [UInt8]) {
        let numbers = field.split(separator: 46, omittingEmptySubsequences: false).map { UInt64(digits: $0) }
        guard numbers.count == 5, let device = numbers[0], let inode = numbers[1],
            let size = numbers[2].flatMap(Int.init(exactly:)), let seconds = numbers[3],
            let nanoseconds = numbers[4].flatMap(Int.init(exactly:))
        else { return nil }
        self.device = device
        self.inode = inode
        self.size = size
        modified = FileTime(seconds: Int(bitPattern: UInt(seconds)), nanoseconds: nanoseconds)
    }

    /// Five numbers with dots between them; a moment before 1970 is one by its bits.
    var field: String {
        "\(device).\(inode).\(size).\(UInt(bitPattern: modified.seconds)).\(modified.nanoseconds)"
    }

    /// Whether another change would have another moment by now: some file systems count in steps of two seconds.
    func isSettled(at now: FileTime) -> Bool { modified.seconds < now.seconds - 2 }
}

extension UInt64 {
    /// Reads decimal digits, at least one and nothing else.
    init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty else { return nil }
        var value: UInt64 = 0
        for byte in digits {
            guard (48...57).contains(byte) else { return nil }
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeAlso) = tens.addingReportingOverflow(UInt64(byte - 48))
            guard !isTooLarge, !isTooLargeAlso else { return nil }
            value = sum
        }
        self = value
    }
}
