internal import LoopbackKitHTTP

/// Why a cookie file can't be read or written.
public struct CookieStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The kind in a few words.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// The path names no file, or the folder that it is to lie in can't be made.
        public static let notFound = Code("there is no such folder")
        /// What stands there is no cookie file of this version; it is left as it is.
        public static let foreign = Code("it is not a cookie file")
        /// The process may not read it, or the system can't.
        public static let unreadable = Code("it can't be read")
        /// It is larger than any that this library has written.
        public static let tooLarge = Code("it is too large")
        /// Other users may change the folder: they could put their cookies in the file's place.
        public static let exposed = Code("others may write to its folder")
        /// Another process, or another store of this one, uses the file.
        public static let busy = Code("it is in use")
        /// The disk is full, or the user's part of it.
        public static let full = Code("there is no space left for it")
        /// It can't be written: the process may not, or the file system takes no changes.
        public static let readOnly = Code("it can't be written")
        /// The store was closed: it changes nothing any more.
        public static let closed = Code("the store is closed")
        /// The system failed; the error number says how.
        public static let system = Code("the system failed")
    }

    /// What happened.
    public let code: Code
    /// The file.
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

extension CookieStoreError {
    /// What the system said when the file was read.
    init(reading error: SystemError, _ path: String) {
        let code: Code =
            switch error.kind {
            case .missing, .notFolder: .notFound
            case .denied: .unreadable
            case .busy: .busy
            case .exhausted, .full, .readOnly, .exists, .other: .system
            }
        self.init(code, path: path, errno: error.number)
    }

    /// What the system said when the file was written.
    init(writing error: SystemError, _ path: String) {
        let code: Code =
            switch error.kind {
            case .full: .full
            case .readOnly, .denied: .readOnly
            case .missing, .notFolder: .notFound
            case .busy: .busy
            case .exhausted, .exists, .other: .system
            }
        self.init(code, path: path, errno: error.number)
    }
}

/// What was wrong with a cookie file that was read all the same.
public struct CookieFileDamage: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// How many of its lines can't be read; one may hold more than one cookie that way.
    public let lostLines: Int
    /// Where the file is kept as it was, once the store writes a new one.
    public let copy: String

    /// What was lost, and where the file is kept.
    public var description: String { "\(path): \(lostLines) damaged lines are left out; the file is kept as \(copy)" }
}
