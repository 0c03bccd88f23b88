package import LoopbackKitHTTP

/// The files of a folder at `/files/NAME`, whole or one range of them; the system sends them, nothing is read here.
///
/// Names are taken as they stand in the request: an escaped one is not found.
package struct FolderRoute: Sendable {
    private let folder: FolderDescriptor

    /// Opens a folder.
    package init(path: String) throws { folder = try FolderDescriptor(path: Array(path.utf8) + [0]) }

    /// Answers a request for a file; a path or a link that leads out of the folder is not found.
    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        let name = request.target.path.utf8.dropFirst("/files/".utf8.count)
        guard let (file, status) = try? folder.openFile(name + [0]), status.kind == .regular else {
            return HTTPResponse(.notFound, text: "There is no such file.\n")
        }
        let size = status.size
        var fields: HTTPFields = [.acceptRanges: "bytes", .contentType: "application/octet-stream"]
        switch RangePlan(request.method == .get ? request.fields[.range] : nil, size: size) {
        case .unsatisfiable:
            fields[.contentRange] = "bytes */\(size)"
            return HTTPResponse(.rangeNotSatisfiable, fields: fields)
        case .ranges(let ranges) where ranges.count == 1:
            let range = ranges[0]
            fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
            let region = HTTPFileRegion(file: file, offset: range.lowerBound, count: range.count)
            return HTTPResponse(.partialContent, fields: fields, body: .file(region))
        // A server may answer several ranges with the whole file (RFC 9110, section 14.2).
        case .whole, .ranges:
            return HTTPResponse(fields: fields, body: .file(HTTPFileRegion(file: file, offset: 0, count: size)))
        }
    }
}
