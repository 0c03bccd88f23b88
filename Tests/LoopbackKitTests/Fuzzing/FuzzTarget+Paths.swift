import LoopbackKitHTTP

extension FuzzTarget {
    static let folderPath = FuzzTarget(
        "folder-path",
        texts: [
            "/a/b.txt", "a//b/", "../a", "a/../../b", "a/%2e%2E/b", "%2e%2e%2f", "..%5c", "a\\b", "%00", "%C3%A9",
            "%c0%ae%c0%ae/", "%252e%252e/", ".well-known/x", ".git/config", "~proxy/x", "a./b", "a/.", "...", "%",
        ]
    ) { input in
        guard let path = try? FolderPath(input.span, rules: .init(reservedMark: 126)) else { return }
        let bytes = path.bytes
        try hold(bytes.last == 0 && !bytes.dropLast().contains(0), "NUL stands inside, or is missing")
        try hold(bytes.count <= input.count + 1, "longer than the request's path")
        try hold(!bytes.contains { $0 < 32 && $0 != 0 || $0 == 92 || $0 == 127 }, "a control character, or a backslash")
        try hold(String(validating: bytes, as: UTF8.self) != nil, "no UTF-8")
        guard !path.isRoot else { return }
        for name in bytes.dropLast().split(separator: 47, omittingEmptySubsequences: false) {
            try hold(!name.isEmpty && name.count <= 255, "a name of \(name.count) bytes")
            try hold(name.first != 46 && name.last != 46, "a name with a dot at its start or end")
        }
        try hold(bytes.first != 126, "a reserved name")
        // Encoded again the names are the same ones.
        let encoded = PercentEncoding.encode(bytes.dropLast(), keeping: .init("/"))
        let again = try? FolderPath(encoded.span, rules: .init(reservedMark: 126))
        try hold(again?.bytes == bytes, "written anew it is another")
    }
}
