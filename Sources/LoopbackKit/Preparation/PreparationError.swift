internal import LoopbackKitHTTP

/// Why a folder was not prepared; what stood there before stands there still.
///
/// One case is apart: when the system fails after all new files are ready and their places are being changed. Each file
/// is the old or the new one then, and the next preparation finishes the change before it does anything else.
public struct PreparationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The kind in a few words.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// There is no such folder, or a file went away meanwhile.
        public static let notFound = Code("there is no such file or folder")
        /// There is something else where a folder is meant.
        public static let notAFolder = Code("it is not a folder")
        /// The process may not read it.
        public static let unreadable = Code("it can't be read")
        /// A link leads out of the folder.
        public static let outside = Code("the link leads out of the folder")
        /// A link leads to nothing, or to itself.
        public static let brokenLink = Code("the link leads nowhere")
        /// The folder has more files, folders and links than the limit.
        public static let tooManyFiles = Code("there are too many files")
        /// Folders lie deeper in each other than the limit, or a path is too long for the system.
        public static let tooDeep = Code("the folders lie too deep")
        /// One of source and target lies in the other, or they are the same.
        public static let overlap = Code("source and target overlap")
        /// The target, or a file's place in it, holds what no preparation put there.
        public static let occupied = Code("other files are there, which are not overwritten")
        /// A script or style sheet of the host has a name that can't be served, or one that is taken.
        public static let invalidName = Code("a host's script or style can't have this name")
        /// The disk is full, or the user's part of it.
        public static let full = Code("there is no space left for it")
        /// It can't be written: the process may not, or the file system takes no changes.
        public static let readOnly = Code("it can't be written")
        /// Another preparation of the same target is under way.
        public static let busy = Code("another preparation is under way")
        /// The calling task was cancelled.
        public static let cancelled = Code("the preparation was cancelled")
        /// The system failed; the error number says how.
        public static let system = Code("the system failed")
    }

    /// What happened.
    public let code: Code
    /// The file or folder at fault, relative to the prepared folder; the folder's own path where it is at fault.
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

extension PreparationError {
    /// What the system said when something was read.
    init(reading error: SystemError, _ path: String) {
        let code: Code =
            switch error.kind {
            case .missing: .notFound
            case .denied: .unreadable
            case .notFolder: .notAFolder
            case .exhausted, .full, .readOnly, .busy, .exists, .other: .system
            }
        self.init(code, path: path, errno: error.number)
    }

    /// What the system said when something was written.
    init(writing error: SystemError, _ path: String) {
        let code: Code =
            switch error.kind {
            case .full: .full
            case .readOnly, .denied: .readOnly
            case .missing: .notFound
            case .notFolder: .occupied
            case .busy: .busy
            case .exhausted, .exists, .other: .system
            }
        self.init(code, path: path, errno: error.number)
    }

    /// Why a file of the folder was not opened.
    init(opening failure: FolderDescriptor.Failure, _ path: String) {
        switch failure {
        case .outside: self.init(.outside, path: path)
        // It was a file or a folder when it was looked at.
        case .unsupportedKind: self.init(.notFound, path: path)
        case .system(let error): self.init(reading: error, path)
        }
    }
}
