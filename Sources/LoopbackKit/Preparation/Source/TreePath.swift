/// A path below a folder: names with slashes between them, none for the folder itself.
///
/// Paths are compared as bytes.
struct TreePath: Hashable, Comparable, Sendable {
    let bytes: [UInt8]

    /// The folder itself.
    static let root = TreePath([])

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ text: String) { bytes = Array(text.utf8) }

    /// A path that was written down: refused when it has an empty name, a dot segment or a control character, or is longer
    /// than the system takes.
    init?(written bytes: [UInt8]) {
        guard bytes.count < 4096 else { return nil }
        let names = bytes.split(separator: 47, omittingEmptySubsequences: false)
        guard names.allSatisfy({ !$0.isEmpty && !$0.elementsEqual([46]) && !$0.elementsEqual([46, 46]) }),
            bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        self.bytes = bytes
    }

    /// The path as text; a path of bytes that are no UTF-8 is repaired.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The path as the system takes it, with a NUL at its end.
    var forSystem: [UInt8] { (bytes.isEmpty ? [46] : bytes) + [0] }

    /// The last name.
    var name: [UInt8] { Array(bytes.lastIndex(of: 47).map { bytes[($0 + 1)...] } ?? bytes[...]) }

    /// The folder that it is in.
    var parent: TreePath { TreePath(bytes.lastIndex(of: 47).map { Array(bytes[..<$0]) } ?? []) }

    /// The names.
    var names: [[UInt8]] { bytes.split(separator: 47).map(Array.init) }

    /// The folders on the way, the deepest one first, without the root.
    var folders: [TreePath] {
        var all: [TreePath] = []
        var folder = parent
        while folder != .root {
            all.append(folder)
            folder = folder.parent
        }
        return all
    }

    func appending(_ name: [UInt8]) -> TreePath { TreePath(bytes.isEmpty ? name : bytes + [47] + name) }

    func isBelow(_ folder: TreePath) -> Bool {
        folder == .root
            || bytes.count > folder.bytes.count && bytes[folder.bytes.count] == 47
                && bytes.starts(with: folder.bytes)
    }

    static func < (left: Self, right: Self) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
