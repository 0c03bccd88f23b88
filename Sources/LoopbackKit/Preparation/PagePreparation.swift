internal import LoopbackKitHTTP

/// Prepares plugin folders to be served: rewrites references, and adds the host's scripts and styles to documents.
///
/// ```swift
/// let report = try await PagePreparation().prepare("Plugins/clock", into: "Caches/clock")
/// let registration = try await manager.register(folder: "Caches/clock", as: .plugins, id: "clock")
/// print(report)
/// ```
///
/// A preparation is one step: until all new files are ready nothing changes, and what is interrupted later the next
/// preparation finishes. A folder may be served meanwhile; each path is an old or a new file, whole. What was prepared is
/// remembered in the folder `.loopbackkit`, which is never served, so that only changed files are read the next time.
public struct PagePreparation: Sendable {
    /// What is added to pages, and which addresses stand for the folder.
    public var configuration: PageConfiguration
    /// How large a folder may be.
    public var limits = PreparationLimits()
    private let tools: PreparationTools

    /// Makes a preparation.
    ///
    /// - Parameter configuration: what is added to pages, and which addresses stand for the folder.
    public init(configuration: PageConfiguration = PageConfiguration()) {
        self.init(configuration: configuration, tools: PreparationTools())
    }

    /// Makes a preparation whose contents other tools decide on.
    package init(configuration: PageConfiguration = PageConfiguration(), tools: PreparationTools) {
        self.configuration = configuration
        self.tools = tools
    }

    /// Prepares a folder.
    ///
    /// Files and folders whose names begin with a dot are not served, and left out. A link to a file in the folder becomes
    /// a file of the link's name, one to a folder in it a link. What is not rewritten is cloned where the file system can,
    /// else a large file gets a second name (scripts, styles and documents never), else it is copied. A second name shows
    /// at once what is written into the file itself.
    ///
    /// It computes and waits for the disk on one thread of Swift's global executor. When the calling task is cancelled it
    /// ends before the next file, and leaves everything as it was.
    ///
    /// - Parameters:
    ///   - folder: the folder's path.
    ///   - target: the folder that the prepared files are put into; it is made when it is missing, and must be empty or
    ///     one that was prepared into before. The source is only read. With `nil` the folder itself is changed.
    /// - Returns: what was found and done.
    /// - Throws: `PreparationError`. When another preparation of the same target is under way, it is
    ///   `PreparationError.Code.busy`, without waiting.
    @concurrent @discardableResult
    public func prepare(
        _ folder: String,
        into target: String? = nil
    ) async throws(PreparationError) -> PreparationReport {
        try prepareHere(folder, into: target)
    }

    /// Prepares a folder on the calling thread.
    package func prepareHere(_ folder: String, into target: String?) throws(PreparationError) -> PreparationReport {
        try PreparationRun.prepare(
            PreparationRun.Setting(
                folder: folder,
                target: target,
                configuration: configuration,
                limits: limits,
                tools: tools
            )
        )
    }
}
