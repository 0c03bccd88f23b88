/// Something that an author should know of a file: a reference that leads nowhere, a policy that blocks.
public struct PageFinding: Hashable, Sendable, CustomStringConvertible {
    /// The file, relative to the folder.
    public var file: String
    /// The line, counted from 1; 0 when the file as a whole is meant.
    public var line: Int
    /// The reference as it is written, or the name at fault; may be empty.
    public var reference: String
    /// What it is.
    public var problem: Problem

    /// Makes a finding.
    public init(file: String, line: Int, reference: String, problem: Problem) {
        self.file = file
        self.line = line
        self.reference = reference
        self.problem = problem
    }

    /// `file:line: problem: reference`, as compilers say it.
    public var description: String {
        let place = line > 0 ? "\(file):\(line)" : file
        return reference.isEmpty ? "\(place): \(problem)" : "\(place): \(problem): \(reference)"
    }

    /// What was found.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The words that a report says.
        public let description: String

        package init(_ description: String) { self.description = description }

        /// A reference looks local, and the folder has no such file.
        public static let missingFile = Problem("there is no such file")
        /// A reference that a script can't be followed in from here: it is left for the page script.
        public static let leftToPageScript = Problem("left to the page script")
        /// The hash of a changed file is not known here, so that the reference would be refused.
        public static let integrity = Problem("integrity can't be kept")
        /// The document has no place for scripts and styles: an XHTML file whose root is not `html`.
        public static let noPlace = Problem("nothing can be added to a document without an html element")
        /// The file's encoding is not one that can be rewritten.
        public static let encoding = Problem("the encoding is not supported")
        /// The file is larger than what is rewritten.
        public static let tooLarge = Problem("too large to be rewritten")
        /// A name begins with `~`, which belongs to the library's own addresses: the file is never served.
        public static let reservedName = Problem("the name is reserved, and the file is not served")
    }
}
