public import LoopbackKitHTTP

/// Serves the files of one scope's folder, with the fields that guard them against other sites.
///
/// It serves the library's own addresses too: what preparation added to pages as `~page/<name>`, the bridge library as
/// `~bridge/bridge.js`, and the call script as `~calls/calls.js`. `~root/<path>` is the file of that path, from any place in
/// the folder. What a worker is made of has the call script in front: see `AssetConfiguration.callsFromWorkers`.
///
/// It knows no socket: requests come in and answers go out as values, so that a custom scheme's handler can give the
/// same ones.
public struct ScopeAssets: Sendable {
    private let responder: FolderResponder
    private let bridge: EmbeddedScript
    private let calls: EmbeddedScript
    private let root: EmbeddedScript
    private let callsFromWorkers: Bool

    /// Opens a folder to serve its files.
    ///
    /// - Parameters:
    ///   - folder: its path.
    ///   - configuration: how the files are served.
    /// - Throws: `FolderError` when the folder is not there or can't be read.
    public init(folder: String, configuration: AssetConfiguration = AssetConfiguration()) throws(FolderError) {
        try self.init(folder: folder, configuration: configuration, origin: .plain)
    }

    /// Opens a folder to serve its files at an origin.
    package init(
        folder: String,
        configuration: AssetConfiguration,
        origin: DocumentPolicy.Origin
    ) throws(FolderError) {
        let settings = configuration.folder(at: origin)
        responder = try FolderResponder(folder: folder, configuration: settings)
        bridge = EmbeddedScript(PageScripts.bridge, guards: settings.fields)
        calls = EmbeddedScript(PageScripts.calls, guards: settings.fields)
        root = EmbeddedScript(PageScripts.root, guards: settings.fields)
        callsFromWorkers = configuration.callsFromWorkers
    }

    /// Answers a request for a file, as `FolderResponder.respond(to:path:)` does.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - path: what follows the scope's own address in the request's path, still percent-encoded; it begins with `/`,
    ///     or is empty when the address was asked for without it.
    /// - Returns: the answer.
    public func respond(to request: HTTPRequest, path: Span<UInt8>) -> HTTPResponse {
        guard ReservedMarker.mayBe(in: path), let place = ReservedMarker.find(in: path) else {
            return respondByFile(to: request, path: path)
        }
        return respond(to: request, place.marker, path.extracting(place.end..<path.count))
    }

    /// Answers a request for a file; one that a worker is made of has the call script in front.
    private func respondByFile(to request: HTTPRequest, path: Span<UInt8>) -> HTTPResponse {
        guard callsFromWorkers, request.isForWorker,
            let script = WorkerScript(responder.respond(to: request.unconditional, path: path))
        else { return responder.respond(to: request, path: path) }
        let address = request.target.withPathBytes { whole in
            (0..<max(whole.count - path.count, 0)).map { whole[$0] } + Array("/\(ReservedMarker.callScript)".utf8)
        }
        return script.respond(to: request, callScript: address) ?? responder.respond(to: request, path: path)
    }

    /// Answers a request for one of the library's own addresses.
    private func respond(to request: HTTPRequest, _ marker: ReservedMarker, _ rest: Span<UInt8>) -> HTTPResponse {
        var key = [UInt8(ascii: "/")] + Array(marker.segment.utf8)
        for index in 0..<rest.count { key.append(rest[index]) }
        switch marker {
        case .page:
            return responder.respond(to: request, path: rest, below: ReservedMarker.pageFolder, key: key.span)
        case .bridge:
            guard key.dropFirst().elementsEqual(ReservedMarker.bridgeScript.utf8) else { return responder.notFound }
            return bridge.respond(to: request)
        case .calls:
            if key.dropFirst().elementsEqual(ReservedMarker.rootScript.utf8) { return root.respond(to: request) }
            guard key.dropFirst().elementsEqual(ReservedMarker.callScript.utf8) else { return responder.notFound }
            return calls.respond(to: request)
        // Calls are not answered from files: see `ScopeHandler`.
        case .proxy: return responder.notFound
        case .root:
            // Documents are found so too, and refer to markers relatively.
            return respond(to: request, path: rest)
        }
    }
}

extension ScopeAssets: ScopeContent {}
