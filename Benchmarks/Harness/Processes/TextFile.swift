internal import BenchmarkReport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Whole files, read and written at once.
package enum TextFile {
    /// The content; also of files that have no size, as those of `/proc`.
    package static func read(_ path: String) throws(HarnessError) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw HarnessError(.file, path, errno: errno) }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &part)
            guard count >= 0 else { throw HarnessError(.file, path, errno: errno) }
            if count == 0 { return String(decoding: content, as: UTF8.self) }
            content += part[..<count]
        }
    }

    private static func read(_ descriptor: CInt, _ part: inout [UInt8]) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.read(descriptor, &part, part.count)
        #elseif canImport(Musl)
        unsafe Musl.read(descriptor, &part, part.count)
        #else
        unsafe Darwin.read(descriptor, &part, part.count)
        #endif
    }

    /// Writes the content, in place of what was there.
    package static func write(_ text: String, to path: String) throws(HarnessError) {
        try write(Array(text.utf8), to: path)
    }

    /// The same for bytes.
    package static func write(_ bytes: [UInt8], to path: String) throws(HarnessError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw HarnessError(.file, path, errno: errno) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #elseif canImport(Musl)
                unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
                #else
                unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            guard count > 0 else { throw HarnessError(.file, path, errno: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Makes a file of zeroes that takes no room on the disk.
    static func write(zeroes count: Int, to path: String) throws(HarnessError) {
        try write([], to: path)
        guard unsafe truncate(path, off_t(count)) == 0 else { throw HarnessError(.file, path, errno: errno) }
    }

    /// Replaces a section of a document.
    static func replace(_ section: String, in path: String, by content: String) throws(HarnessError) {
        guard let text = DocumentSection(section).replaced(in: try read(path), by: content) else {
            throw HarnessError(.content, path, detail: "it has no comments around its section \(section)")
        }
        try write(text, to: path)
    }

    /// Makes a folder, unless it is there.
    package static func makeFolder(_ path: String) throws(HarnessError) {
        guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else { throw HarnessError(.file, path, errno: errno) }
    }
}
