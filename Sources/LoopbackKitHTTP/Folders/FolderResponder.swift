internal import Synchronization

/// Serves the files of a folder, and nothing outside of it.
///
/// ```swift
/// try router.serve(FolderResponder(folder: "public"), at: "/static")
/// ```
///
/// It is a handler too, for a server that has nothing else.
///
/// GET and HEAD give a file, whole or the ranges that are asked for (RFC 9110, section 14), and 304 when the reader has
/// it already (section 13). A folder's address gives its index document, after a redirect that adds a missing slash;
/// nothing is listed. Other methods are answered 405, a path that leads out of the folder 403, anything else that is not
/// there 404.
///
/// It knows no socket: requests come in and answers go out as values. A file is opened and checked for each answer, or
/// its state is compared with what is remembered of it: what changed is seen by the very next request.
public final class FolderResponder: Sendable {
    private let folder: FolderRoot
    private let configuration: FolderConfiguration
    private let rules: FolderPath.Rules
    private let answers: FolderAnswers
    private let fallback: FolderPath?
    private let cache: Mutex<FileCache>
    /// How many seconds ago a file's last change must be.
    private let settling: Int

    /// Opens a folder to serve its files.
    ///
    /// - Parameters:
    ///   - folder: its path.
    ///   - configuration: how the files are served.
    /// - Throws: `FolderError` when the folder is not there or can't be read.
    public convenience init(
        folder: String,
        configuration: FolderConfiguration = FolderConfiguration()
    ) throws(FolderError) {
        try self.init(folder: folder, configuration: configuration, settling: 2)
    }

    /// Opens a folder; `unchecked`, and another time to settle, are for tests alone.
    package init(
        folder: String,
        configuration: FolderConfiguration = FolderConfiguration(),
        containment: Containment = .checked,
        settling: Int = 2
    ) throws(FolderError) {
        self.settling = settling
        self.folder = try FolderRoot(path: folder, containment: containment)
        self.configuration = configuration
        rules = configuration.pathRules
        answers = FolderAnswers(configuration)
        fallback = configuration.fallbackDocument.map(FolderPath.init(names:))
        cache = Mutex(FileCache(largest: max(configuration.keptBytes, 0)))
    }

    /// Answers a request for a file below a path.
    ///
    /// A router takes a folder by `serve(_:at:)`; this is for handlers that look at paths themselves.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - prefix: where the folder is mounted, as it stands in requests: byte by byte, percent-encoded. A slash at its
    ///     end means nothing; the empty prefix is the server's root.
    /// - Returns: the answer; 404 for a path that is not below the prefix.
    public func respond(to request: HTTPRequest, below prefix: String) -> HTTPResponse {
        request.target.withPathBytes { path in
            guard let start = path.end(of: prefix.utf8) else { return answers.notFound }
            return respond(to: request, path: path.extracting(start..<path.count))
        }
    }

    /// Answers a request for a file.
    ///
    /// It opens and reads files on the calling thread, at most a few mebibytes for a text that is served first.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - path: what follows the folder's own address in the request's path, still percent-encoded; it begins with `/`,
    ///     or is empty when the address was asked for without it.
    /// - Returns: the answer.
    public func respond(to request: HTTPRequest, path: Span<UInt8>) -> HTTPResponse {
        guard request.method == .get || request.method == .head else {
            return request.method == .options ? answers.options : answers.methodNotAllowed
        }
        if let entry = cache.withLock({ $0.entry(path) }), let content = entry.currentContent() {
            return answer(request, entry.representation, .bytes(content))
        }
        do {
            return try open(request, path)
        } catch {
            return answers.refusal(error)
        }
    }

    /// Answers a request with a file below a folder that no path leads to, such as one whose name begins with a dot.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - encoded: the path below that folder, percent-encoded; it is judged as any other.
    ///   - hidden: that folder, in ASCII.
    ///   - key: the path that the file is remembered by, and then found by; no other file may have it.
    /// - Returns: the answer; a folder is 404.
    package func respond(
        to request: HTTPRequest,
        path encoded: Span<UInt8>,
        below hidden: String,
        key: Span<UInt8>
    ) -> HTTPResponse {
        guard request.method == .get || request.method == .head else {
            return request.method == .options ? answers.options : answers.methodNotAllowed
        }
        do throws(FolderRoot.Failure) {
            let path = try path(encoded).below(hidden)
            let opened = try folder.open(path)
            guard opened.status.kind == .regular else { throw .notFound }
            return serve(request, opened, path, key: key, keepsContent: opened.hasExactName)
        } catch {
            return answers.refusal(error)
        }
    }

    /// The answer where nothing is.
    package var notFound: HTTPResponse { answers.notFound }

    private func open(_ request: HTTPRequest, _ encoded: Span<UInt8>) throws(FolderRoot.Failure) -> HTTPResponse {
        guard !encoded.isEmpty else {
            guard request.target.endsInSlash else { return answers.redirect(request) }
            let root: [UInt8] = [47]
            return respond(to: request, path: root.span)
        }
        let path = try path(encoded)
        do {
            return try path.isFolder ? openIndex(request, encoded, of: path) : openFile(request, encoded, path)
        } catch {
            guard error == .notFound, let fallback, request.wantsDocument(at: path) else { throw error }
            let opened = try folder.open(fallback)
            guard opened.status.kind == .regular else { throw error }
            return serve(request, opened, fallback, key: fallback.bytes.span, keepsContent: false)
        }
    }

    private func path(_ encoded: Span<UInt8>) throws(FolderRoot.Failure) -> FolderPath {
        do {
            return try FolderPath(encoded, rules: rules, containment: folder.containment)
        } catch {
            throw FolderRoot.Failure(error)
        }
    }

    private func openFile(
        _ request: HTTPRequest,
        _ encoded: Span<UInt8>,
        _ path: FolderPath
    ) throws(FolderRoot.Failure) -> HTTPResponse {
        let opened = try folder.open(path)
        guard opened.status.kind == .regular else { return answers.redirect(request) }
        return serve(request, opened, path, key: encoded, keepsContent: opened.hasExactName)
    }

    private func openIndex(
        _ request: HTTPRequest,
        _ encoded: Span<UInt8>,
        of path: FolderPath
    ) throws(FolderRoot.Failure) -> HTTPResponse {
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
        _ opened: FolderRoot.Opened,
        _ path: FolderPath,
        key: Span<UInt8>,
        keepsContent: Bool
    ) -> HTTPResponse {
        if let entry = cache.withLock({ $0.entry(key) }), entry.path == path.bytes,
            entry.representation.status == opened.status
        {
            return answer(request, entry.representation, .file(opened.file))
        }
        let now = FileTime.now()
        let type = configuration.types.type(of: path.bytes)
        let small = opened.status.size <= FileCache.smallFile ? opened.read() : nil
        let representation = FileRepresentation(
            status: opened.status,
            type: type,
            charset: type.isText ? opened.charset(of: small) : nil,
            configuration: configuration,
            now: now
        )
        // Nor may the file have changed while it was read.
        if opened.status.isSettled(for: settling, at: now), (try? opened.file.status()) == opened.status {
            let entry = CachedFile(
                key: key.copy(),
                path: path,
                root: folder.path,
                representation: representation,
                content: keepsContent && configuration.keptBytes > 0 ? small : nil
            )
            cache.withLock { $0.insert(entry) }
        }
        return answer(request, representation, small.map { .bytes($0) } ?? .file(opened.file))
    }

    private func answer(
        _ request: HTTPRequest,
        _ representation: FileRepresentation,
        _ content: FileContent
    ) -> HTTPResponse {
        representation.answer(request, with: content, refusalFields: answers.fields)
    }
}

extension HTTPRequest {
    /// Whether the request is a navigation to an address that names no file.
    fileprivate func wantsDocument(at path: FolderPath) -> Bool {
        let name = path.bytes[(path.bytes.lastIndex(of: 47).map { $0 + 1 } ?? 0)...]
        guard path.isFolder || !name.contains(46) else { return false }
        guard let accept = fields[.accept] else { return true }
        return accept.split(separator: ",").contains { MediaType(String($0))?.essence == "text/html" }
    }
}

extension RequestTarget {
    /// Whether the path ends in a slash; an absolute target's empty path stands for one (RFC 9110, section 4.2.3).
    fileprivate var endsInSlash: Bool { withPathBytes { $0.isEmpty || $0[$0.count - 1] == 47 } }
}

extension Span<UInt8> {
    fileprivate func copy() -> [UInt8] { (0..<count).map { self[$0] } }

    /// Where the path goes on behind the prefix; `nil` when it is not below it.
    fileprivate func end(of prefix: String.UTF8View) -> Int? {
        var index = 0
        let end = prefix.last == 47 ? prefix.count - 1 : prefix.count
        for byte in prefix.prefix(end) {
            guard index < count, self[index] == byte else { return nil }
            index += 1
        }
        return index == count || self[index] == 47 ? index : nil
    }
}
