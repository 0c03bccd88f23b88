internal import Synchronization

/// A folder whose files are served, and nothing outside of it.
///
/// The folder is opened once and asked for by its path at each request: when it was replaced or re-linked, the new one
/// is opened. An open descriptor keeps its folder's number from being given to another, so that equal numbers tell of
/// one folder.
package final class FolderRoot: Sendable {
    /// Why a file is not served.
    package enum Failure: Error, Hashable, Sendable {
        /// It lies outside, or may not be read: 403.
        case forbidden
        /// There is none: 404.
        case notFound
        /// No descriptor is left: 503.
        case exhausted
        /// The system failed: 500.
        case failed
    }

    /// An open file or folder.
    package struct Opened: Sendable {
        package let file: OpenFile
        package let status: FileStatus
        /// Whether every name was stored as it was asked for, not in the other Unicode form.
        package let hasExactName: Bool
    }

    /// The folder's absolute path with a NUL at its end.
    package let path: [UInt8]
    package let containment: Containment
    private let current: Mutex<FolderDescriptor?>

    /// Opens a folder.
    ///
    /// - Parameters:
    ///   - path: its path; a relative one is taken from the process's working folder of now.
    ///   - containment: `unchecked` in tests alone.
    /// - Throws: why it can't be served.
    package init(path: String, containment: Containment = .checked) throws(FolderError) {
        guard !path.isEmpty, !path.utf8.contains(0), let absolute = FolderDescriptor.absolutePath(path) else {
            throw FolderError(.folderMissing, path: path)
        }
        do {
            current = Mutex(try FolderDescriptor(path: absolute))
        } catch {
            let code: FolderError.Code =
                switch error.kind {
                case .missing: .folderMissing
                case .notFolder: .notAFolder
                case .denied, .exhausted, .full, .readOnly, .busy, .exists, .other: .unreadable
                }
            throw FolderError(code, path: path, errno: error.number)
        }
        self.path = absolute
        self.containment = containment
    }

    /// Opens what a path leads to, if it is a regular file or a folder and lies inside.
    ///
    /// A name is first looked for as it is, then in the other Unicode normal form.
    ///
    /// - Parameter path: a path inside the folder.
    /// - Returns: the open file.
    /// - Throws: why it is not served.
    package func open(_ path: FolderPath) throws(Failure) -> Opened {
        let root = try self.root()
        do throws(FolderDescriptor.Failure) {
            let opened = try root.openFile(path.isRoot ? [46, 0] : path.bytes, containment: containment)
            if Self.namesMayDiffer, !path.isRoot, !root.stores(opened.file, under: path.bytes),
                storedPath(of: path, in: root) == nil
            {
                throw .system(.missing)
            }
            return Opened(file: opened.file, status: opened.status, hasExactName: true)
        } catch {
            guard case .system(let system) = error, system.kind == .missing, path.hasNonASCII,
                let stored = storedPath(of: path, in: root)
            else { throw Failure(error) }
            do throws(FolderDescriptor.Failure) {
                let opened = try root.openFile(stored, containment: containment)
                return Opened(file: opened.file, status: opened.status, hasExactName: false)
            } catch {
                throw Failure(error)
            }
        }
    }

    /// The folder that is at the path now.
    private func root() throws(Failure) -> FolderDescriptor {
        do {
            let status = try FileStatus(path: path, followsLink: true)
            return try current.withLock { (current) throws(SystemError) in
                if let current, current.status.isSameFile(as: status) { return current }
                current = nil
                let opened = try FolderDescriptor(path: path)
                current = opened
                return opened
            }
        } catch {
            throw Failure(error)
        }
    }
}

extension FolderRoot.Opened {
    /// The most bytes of a file that are read for its charset: beyond, none is said.
    ///
    /// Four mebibytes take about as many milliseconds, once for each version of a file.
    private static let probeLimit = 4 * 1024 * 1024

    /// The whole content, or `nil` when the file has another size by now.
    func read() -> [UInt8]? {
        guard let bytes = file.read(at: 0, count: status.size), bytes.count == status.size else { return nil }
        return bytes
    }

    /// The charset of the content, which is given when it was read already.
    func charset(of content: [UInt8]?) -> String? {
        var probe = CharsetProbe()
        if let content {
            probe.read(content.span)
            return probe.charset
        }
        guard status.size <= Self.probeLimit else { return nil }
        var offset = 0
        while offset < status.size {
            guard let part = file.read(at: offset, count: min(65536, status.size - offset)), !part.isEmpty else {
                return nil
            }
            probe.read(part.span)
            offset += part.count
        }
        return probe.charset
    }
}

extension FolderRoot.Failure {
    init(_ failure: FolderDescriptor.Failure) {
        switch failure {
        case .outside: self = .forbidden
        case .unsupportedKind: self = .notFound
        case .system(let error): self.init(error)
        }
    }

    package init(_ error: SystemError) {
        switch error.kind {
        case .missing, .notFolder: self = .notFound
        case .denied: self = .forbidden
        case .exhausted: self = .exhausted
        case .full, .readOnly, .busy, .exists, .other: self = .failed
        }
    }

    init(_ refusal: FolderPath.Refusal) {
        switch refusal {
        case .outside, .malformed: self = .forbidden
        case .unserved: self = .notFound
        }
    }
}
