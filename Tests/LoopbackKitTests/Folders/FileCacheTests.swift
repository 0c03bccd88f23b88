import LoopbackKitHTTP
import Testing

@Suite("FileCache")
struct FileCacheTests {
    let status: FileStatus

    init() throws {
        status = try FileStatus(path: [47, 0], followsLink: true)
    }

    func entry(_ name: String, bytes: Int) -> CachedFile {
        CachedFile(
            key: Array("/\(name)".utf8),
            path: FolderPath(names: name),
            root: [47, 0],
            representation: FileRepresentation(
                status: status,
                type: .unknown,
                charset: nil,
                configuration: FolderConfiguration(),
                now: .now()
            ),
            content: Array(repeating: 0, count: bytes)
        )
    }

    func found(_ name: String, in cache: inout FileCache) -> Bool {
        let key = Array("/\(name)".utf8)
        return cache.entry(key.span) != nil
    }

    @Test("FILE-8 What is remembered never passes its bounds")
    func bounds() {
        var cache = FileCache(largest: 1000)
        for index in 0..<2000 {
            cache.insert(entry("\(index)", bytes: index % 3 == 0 ? 0 : index % 200))
            #expect(cache.bytes <= 1000)
        }
        #expect((1...512).contains(cache.count))
        cache.insert(entry("large", bytes: 1001))
        #expect(!found("large", in: &cache))
    }

    @Test("FILE-8 What was used last is kept")
    func lastUsed() {
        var cache = FileCache(largest: 1000)
        cache.insert(entry("used", bytes: 400))
        for index in 0..<20 {
            cache.insert(entry("\(index)", bytes: 400))
            #expect(found("used", in: &cache))
        }
        #expect(!found("0", in: &cache))
        #expect(cache.bytes == 800)
    }

    @Test("FILE-8 A new entry takes the place of the old one")
    func replaced() {
        var cache = FileCache(largest: 1000)
        for _ in 0..<10 { cache.insert(entry("a", bytes: 300)) }
        #expect(cache.count == 1)
        #expect(cache.bytes == 300)
    }

    @Test("FILE-8 A file that changed within the last two seconds is not remembered")
    func settled() {
        let changed = status.changed
        for (seconds, nanoseconds, isSettled) in [
            (-5, 0, false), (0, 1, false), (2, 0, false), (2, 1, true), (3, 0, true),
        ] {
            let now = FileTime(seconds: changed.seconds + seconds, nanoseconds: changed.nanoseconds + nanoseconds)
            #expect(status.isSettled(for: 2, at: now) == isSettled)
        }
    }
}
