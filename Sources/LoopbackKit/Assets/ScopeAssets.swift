public import LoopbackKitHTTP
internal import Synchronization

/// Serves the files of one scope's folder.
///
/// It knows no socket: requests come in and answers go out as values. A file is opened and checked for each answer, or
/// its state is compared with what is remembered of it: what changed is seen by the very next request.
public final class ScopeAssets: Sendable {
    private let folder: AssetFolder
    private let configuration: AssetConfiguration
    private let responder: AssetResponder
    private let answers: AssetAnswers
    private let fallback: AssetPath?
    private let cache: Mutex<AssetCache>
    /// How many seconds ago a file's last change must be.
    private let settling: Int

    /// Opens a folder to serve its files.
    ///
    /// - Parameters:
    ///   - folder: its path.
    ///   - configuration: how the files are served.
    /// - Throws: `AssetError` when the folder is not there or can't be read.
    public convenience init(
        folder: String,
        configuration: AssetConfiguration = AssetConfiguration()
    ) throws(AssetError) {
        try self.init(folder: folder, configuration: configuration, settling: 2)
    }

    /// Opens a folder; `unchecked`, and another time to settle, are for tests alone.
    package init(
        folder: String,
        configuration: AssetConfiguration = AssetConfiguration(),
        containment: Containment = .checked,
        settling: Int = 2
    ) throws(AssetError) {
        self.settling = settling
        self.folder = try AssetFolder(path: folder, containment: containment)
        self.configuration = configuration
        responder = AssetResponder(configuration: configuration)
        answers = AssetAnswers(configuration)
        fallback = configuration.fallbackDocument.map(AssetPath.init(names:))
        cache = Mutex(AssetCache(largest: max(configuration.keptBytes, 0)))
    }

    /// Answers a request for a file.
    ///
    /// It opens and reads files on the calling thread, at most a few mebibytes for a text that is served first.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - path: what follows the scope's own address in the request's path, still percent-encoded; it begins with `/`,
    ///     or is empty when the address was asked for without it.
    /// - Returns: the answer.
    public func respond(to request: HTTPRequest, path: Span<UInt8>) -> HTTPResponse {
        guard request.method == .get || request.method == .head else {
            return request.method == .options ? answers.options : answers.methodNotAllowed
        }
        if let entry = cache.withLock({ $0.entry(path) }), let content = entry.currentContent() {
            return responder.respond(to: request, with: entry.representation, content: .bytes(content))
        }
        do {
            return try open(request, path)
        } catch {
            return answers.refusal(error)
        }
    }

    private func open(_ request: HTTPRequest, _ encoded: Span<UInt8>) throws(AssetFolder.Failure) -> HTTPResponse {
        guard !encoded.isEmpty else { return answers.redirect(request) }
        let path: AssetPath
        do {
            path = try AssetPath(encoded, containment: folder.containment)
        } catch {
            throw AssetFolder.Failure(error)
        }
        do {
            return try path.isFolder ? openIndex(request, encoded, of: path) : openFile(request, encoded, path)
        } catch {
            guard error == .notFound, let fallback, request.wantsDocument(at: path) else { throw error }
            let opened = try folder.open(fallback)
            guard opened.status.kind == .regular else { throw error }
            return serve(request, opened, fallback, key: fallback.bytes.span, keepsContent: false)
        }
    }

    private func openFile(
        _ request: HTTPRequest,
        _ encoded: Span<UInt8>,
        _ path: AssetPath
    ) throws(AssetFolder.Failure) -> HTTPResponse {
        let opened = try folder.open(path)
        guard opened.status.kind == .regular else { return answers.redirect(request) }
        return serve(request, opened, path, key: encoded, keepsContent: opened.hasExactName)
    }

    private func openIndex(
        _ request: HTTPRequest,
        _ encoded: Span<UInt8>,
        of path: AssetPath
    ) throws(AssetFolder.Failure) -> HTTPResponse {
        for (index, name) in configuration.indexDocuments.enumerated() {
            let document = path.appending(name)
            do {
                let opened = try folder.open(document)
                guard opened.status.kind == .regular else { continue }
                // Only the first document's bytes are kept: for the others the first one may have come meanwhile.
                let isFirst = index == 0 && opened.hasExactName
                return serve(request, opened, document, key: encoded, keepsContent: isFirst)
            } catch {
                if error != .notFound { throw error }
            }
        }
        throw .notFound
    }

    /// Serves an open file, and remembers it under a key: its fields, and a small file's bytes where that is allowed.
    private func serve(
        _ request: HTTPRequest,
        _ opened: AssetFolder.Opened,
        _ path: AssetPath,
        key: Span<UInt8>,
        keepsContent: Bool
    ) -> HTTPResponse {
        if let entry = cache.withLock({ $0.entry(key) }), entry.path == path.bytes,
            entry.representation.status == opened.status
        {
            return responder.respond(to: request, with: entry.representation, content: .file(opened.file))
        }
        let now = FileTime.now()
        let type = configuration.types.type(of: path.bytes)
        let small = opened.status.size <= AssetCache.smallFile ? opened.read() : nil
        let representation = AssetRepresentation(
            status: opened.status,
            type: type,
            charset: type.isText ? opened.charset(of: small) : nil,
            configuration: configuration,
            now: now
        )
        // Nor may the file have changed while it was read.
        if opened.status.isSettled(for: settling, at: now), (try? opened.file.status()) == opened.status {
            let entry = AssetEntry(
                key: key.copy(),
                path: path,
                root: folder.path,
                representation: representation,
                content: keepsContent && configuration.keptBytes > 0 ? small : nil
            )
            cache.withLock { $0.insert(entry) }
        }
        return responder.respond(
            to: request,
            with: representation,
            content: small.map { .bytes($0) } ?? .file(opened.file)
        )
    }
}

extension ScopeAssets: ScopeContent {}

extension AssetFolder.Opened {
    /// The whole content, or `nil` when the file has another size by now.
    fileprivate func read() -> [UInt8]? {
        guard let bytes = file.read(at: 0, count: status.size), bytes.count == status.size else { return nil }
        return bytes
    }

    /// The charset of the content, which is given when it was read already.
    fileprivate func charset(of content: [UInt8]?) -> String? {
        var probe = CharsetProbe()
        if let content {
            probe.read(content.span)
            return probe.charset
        }
        guard status.size <= CharsetProbe.limit else { return nil }
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

extension HTTPRequest {
    /// Whether the request is a navigation to an address that names no file.
    fileprivate func wantsDocument(at path: AssetPath) -> Bool {
        let name = path.bytes[(path.bytes.lastIndex(of: 47).map { $0 + 1 } ?? 0)...]
        guard path.isFolder || !name.contains(46) else { return false }
        guard let accept = fields[.accept] else { return true }
        return accept.split(separator: ",").contains { MediaType(String($0))?.essence == "text/html" }
    }
}

extension Span<UInt8> {
    fileprivate func copy() -> [UInt8] { (0..<count).map { self[$0] } }
}
