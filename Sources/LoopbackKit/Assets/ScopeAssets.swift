public import LoopbackKitHTTP

/// Serves the files of one scope's folder, with the fields that guard them against other sites.
///
/// It knows no socket: requests come in and answers go out as values, so that a custom scheme's handler can give the
/// same ones.
public struct ScopeAssets: Sendable {
    private let responder: FolderResponder

    /// Opens a folder to serve its files.
    ///
    /// - Parameters:
    ///   - folder: its path.
    ///   - configuration: how the files are served.
    /// - Throws: `FolderError` when the folder is not there or can't be read.
    public init(folder: String, configuration: AssetConfiguration = AssetConfiguration()) throws(FolderError) {
        responder = try FolderResponder(folder: folder, configuration: configuration.folder)
    }

    /// Answers a request for a file, as `FolderResponder.respond(to:path:)` does.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - path: what follows the scope's own address in the request's path, still percent-encoded; it begins with `/`,
    ///     or is empty when the address was asked for without it.
    /// - Returns: the answer.
    public func respond(to request: HTTPRequest, path: Span<UInt8>) -> HTTPResponse {
        responder.respond(to: request, path: path)
    }
}

extension ScopeAssets: ScopeContent {}
