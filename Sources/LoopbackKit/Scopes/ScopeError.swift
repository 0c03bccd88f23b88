/// What can be wrong with a registration.
public struct ScopeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors; more may be added.
    public struct Code: Hashable, Sendable {
        fileprivate let name: String

        private init(_ name: String) { self.name = name }

        /// The scope is registered with another folder; ask for a replacement to change it.
        public static let folderConflict = Code("folderConflict")
    }

    /// What happened.
    public let code: Code
    /// Which scope.
    public let scope: ScopeReference
    /// The folder that the scope has.
    public let folder: String

    package init(_ code: Code, scope: ScopeReference, folder: String) {
        self.code = code
        self.scope = scope
        self.folder = folder
    }

    /// Code, scope and folder.
    public var description: String { "\(code.name): \(scope) is registered with \(folder)" }
}
