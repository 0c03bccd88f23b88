/// Why a folder can't be served.
public struct FolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The kind in a few words.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// There is nothing at the path.
        public static let folderMissing = Code("no such folder")
        /// There is something at the path, but no folder.
        public static let notAFolder = Code("not a folder")
        /// The folder is there, and the process may not read it.
        public static let unreadable = Code("folder can't be read")
    }

    /// What happened.
    public let code: Code
    /// The folder's path as it was given.
    public let path: String
    /// The system's error number; `nil` when the system was not asked.
    public let errno: CInt?

    /// Makes an error.
    public init(_ code: Code, path: String, errno: CInt? = nil) {
        self.code = code
        self.path = path
        self.errno = errno
    }

    /// The path, what is wrong with it, and the error number.
    public var description: String { "\(path): \(code)" + (errno.map { " (errno \($0))" } ?? "") }
}
