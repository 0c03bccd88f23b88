import Foundation

/// The sample plugin's clip with its index behind a quarter of a gigabyte of nothing: no player gets there without a range.
///
/// As it is, the clip is so short that WebKit reads it whole.
enum LongClip {
    private static let padding = 1 << 28

    /// Writes an MP4 file, `ftyp`, `mdat`, `moov` (ISO/IEC 14496-12), which takes no room where nothing is.
    static func write(to path: String) throws {
        let clip = Array(try Data(contentsOf: source))
        let (type, index, media) = try (box("ftyp", of: clip), box("moov", of: clip), box("mdat", of: clip))
        let content = clip[(media.lowerBound + 8)..<media.upperBound]
        let head = number(8 + content.count + padding) + Array("mdat".utf8)
        let moved = shift(Array(clip[index]), by: type.count - media.lowerBound)
        try Data(clip[type] + head + content).write(to: URL(fileURLWithPath: path))
        let file = try required(FileHandle(forWritingAtPath: path))
        try file.seek(toOffset: file.seekToEnd() + UInt64(padding))
        try file.write(contentsOf: moved)
        try file.close()
    }

    private static let source: URL = {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { package.deleteLastPathComponent() }
        return package.appendingPathComponent("Sources/Examples/PluginHost/SamplePlugin/media/clip.mp4")
    }()

    /// Where a box of the file's outermost level is.
    private static func box(_ name: String, of file: [UInt8]) throws -> Range<Int> {
        var start = 0
        while start + 8 <= file.count {
            let size = value(file, at: start)
            guard size >= 8, start + size <= file.count else { break }
            if file[(start + 4)..<(start + 8)].elementsEqual(name.utf8) { return start..<start + size }
            start += size
        }
        throw Missing()
    }

    /// Moves every chunk's place in the tables of chunks.
    private static func shift(_ index: [UInt8], by distance: Int) -> [UInt8] {
        var index = index
        for start in index.indices.dropLast(16) where index[start..<(start + 4)].elementsEqual("stco".utf8) {
            for chunk in 0..<value(index, at: start + 8) {
                let place = start + 12 + 4 * chunk
                index.replaceSubrange(place..<(place + 4), with: number(value(index, at: place) + distance))
            }
        }
        return index
    }

    private static func value(_ bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func number(_ value: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
