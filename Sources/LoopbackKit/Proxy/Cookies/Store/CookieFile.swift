internal import LoopbackKitHTTP

/// A cookie file on the disk: read once, added to, and now and then written anew.
///
/// While it is open nobody else opens it: a lock on a file beside it tells. Writing anew puts a whole file in the place
/// of the old one in a single step, so that at each moment a whole file is there.
final class CookieFile {
    /// The largest file that is read, in bytes.
    private static let largest = 256 << 20
    /// Added bytes up to this are no reason to write anew.
    private static let smallestGrowth = 64 << 10

    let path: String
    private let folder: WritableFolder
    private let tools: CookieFileTools
    private let name: [UInt8]
    private let newName: [UInt8]
    private let damagedName: [UInt8]
    /// Holds the lock while it is open.
    private var lock: OpenFile?
    /// The file that is added to; `nil` before the first writing, and after one that failed.
    private var file: OpenFile?
    /// How many bytes the last writing anew has written, and how many were added since.
    private var size = 0
    private var growth = 0
    /// The damaged file's content, until a copy of it is kept.
    private var damaged: [UInt8]?

    init(path: String, tools: CookieFileTools) throws(CookieStoreError) {
        guard !path.utf8.contains(0), let absolute = FolderDescriptor.absolutePath(path),
            let slash = absolute.lastIndex(of: 47)
        else { throw CookieStoreError(.notFound, path: path) }
        let name = Array(absolute[(slash + 1)...].dropLast())
        guard !name.isEmpty, name != [46], name != [46, 46] else {
            throw CookieStoreError(.notFound, path: path)
        }
        self.path = path
        self.tools = tools
        self.name = name + [0]
        newName = name + Array(".new".utf8) + [0]
        damagedName = name + Array(".damaged".utf8) + [0]
        let folderPath = slash == 0 ? [47, 0] : absolute[..<slash] + [0]
        let lockName = name + Array(".lock".utf8) + [0]
        let isExposed: Bool
        do throws(SystemError) {
            folder = try Self.open(folder: folderPath, tools)
            isExposed = try folder.status().permissions & 0o022 != 0
            lock = isExposed ? nil : try Self.lock(lockName, in: folder, tools)
        } catch {
            throw CookieStoreError(writing: error, path)
        }
        guard !isExposed else { throw CookieStoreError(.exposed, path: path) }
    }

    private static func open(folder path: [UInt8], _ tools: CookieFileTools) throws(SystemError) -> WritableFolder {
        do {
            return try WritableFolder(path: path)
        } catch {
            guard error.number == SystemError.missing.number else { throw error }
        }
        try tools.step(.makeFolder)
        try WritableFolder.make(path: path, permissions: 0o700)
        return try WritableFolder(path: path)
    }

    private static func lock(
        _ name: [UInt8],
        in folder: WritableFolder,
        _ tools: CookieFileTools
    ) throws(SystemError) -> OpenFile {
        if try folder.status(of: name) == nil {
            try tools.step(.makeLock)
            do {
                _ = try folder.makeFile(name, permissions: 0o600)
            } catch {
                // Another process may have made it meanwhile.
                guard error.kind == .exists else { throw error }
            }
        }
        let file = try folder.file(name)
        try file.lock()
        return file
    }

    // MARK: Reading

    /// Reads the file; an absent one is empty.
    ///
    /// - Returns: its records in order, and what is wrong with it.
    /// - Throws: `foreign` when it is something else, or why it can't be read.
    func read() throws(CookieStoreError) -> (records: [CookieLog.Record], damage: CookieFileDamage?) {
        guard let bytes = try bytes() else { return ([], nil) }
        guard let content = CookieLog.read(bytes) else { throw CookieStoreError(.foreign, path: path) }
        guard content.damagedLines > 0 else { return (content.records, nil) }
        damaged = bytes
        let damage = CookieFileDamage(path: path, lostLines: content.damagedLines, copy: path + ".damaged")
        return (content.records, damage)
    }

    private func bytes() throws(CookieStoreError) -> [UInt8]? {
        let there = try reading { () throws(SystemError) in try folder.status(of: name) }
        guard let there else { return nil }
        // Opening a device would do more than tell what it is.
        guard there.kind == .regular else { throw CookieStoreError(.foreign, path: path) }
        let file = try reading { () throws(SystemError) in try folder.file(name) }
        let status = try reading { () throws(SystemError) in try file.status() }
        guard status.kind == .regular else { throw CookieStoreError(.foreign, path: path) }
        guard status.size <= Self.largest else { throw CookieStoreError(.tooLarge, path: path) }
        if status.permissions & 0o077 != 0 {
            try reading { () throws(SystemError) in try file.setPermissions(0o600) }
        }
        guard let bytes = file.read(at: 0, count: status.size) else { throw CookieStoreError(.unreadable, path: path) }
        return bytes
    }

    private func reading<Result>(_ body: () throws(SystemError) -> Result) throws(CookieStoreError) -> Result {
        do {
            return try body()
        } catch {
            throw CookieStoreError(reading: error, path)
        }
    }

    // MARK: Writing

    /// Whether the next change needs the whole content written anew.
    var needsWhole: Bool {
        guard let file, growth <= max(Self.smallestGrowth, size) else { return true }
        // Somebody may have moved or removed it: what is added to it then would be lost.
        guard let there = try? folder.status(of: name), let own = try? file.status() else { return true }
        return !there.isSameFile(as: own)
    }

    /// Adds lines at the end.
    ///
    /// - Throws: why they are not there; then the whole content has to be written anew.
    func append(_ lines: [UInt8]) throws(CookieStoreError) {
        guard let file else { throw CookieStoreError(.closed, path: path) }
        do throws(SystemError) {
            try tools.step(.append)
            try file.append(lines)
            growth += lines.count
            if tools.synchronizes {
                try tools.step(.synchronize)
                try file.synchronize()
            }
        } catch {
            // A part of them may be there, and nothing may follow it.
            self.file = nil
            throw CookieStoreError(writing: error, path)
        }
    }

    /// Puts a new file in the place of the present one.
    ///
    /// - Throws: why it can't; then the present one is there as it was.
    func replace(with content: [UInt8]) throws(CookieStoreError) {
        file = nil
        do throws(SystemError) {
            try keepDamaged()
            file = try put(content, as: name)
            size = content.count
            growth = 0
        } catch {
            throw CookieStoreError(writing: error, path)
        }
    }

    private func keepDamaged() throws(SystemError) {
        guard let damaged else { return }
        try tools.step(.keepDamaged)
        _ = try put(damaged, as: damagedName)
        self.damaged = nil
    }

    private func put(_ content: [UInt8], as name: [UInt8]) throws(SystemError) -> OpenFile {
        if try folder.status(of: newName) != nil {
            try tools.step(.removeLeft)
            try folder.remove(newName)
        }
        try tools.step(.makeFile)
        let file = try folder.makeFile(newName, permissions: 0o600)
        try tools.step(.write)
        try file.append(content)
        if tools.synchronizes {
            try tools.step(.synchronizeNew)
            try file.synchronize()
        }
        try tools.step(.move)
        try folder.move(newName, to: folder, as: name)
        if tools.synchronizes {
            try tools.step(.synchronizeFolder)
            try folder.synchronize()
        }
        return file
    }

    /// Ends the use of the file: another store may open it.
    func close() {
        file = nil
        lock = nil
    }
}
