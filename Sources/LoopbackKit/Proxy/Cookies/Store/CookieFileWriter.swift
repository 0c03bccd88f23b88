/// Writes a store's changes to its file, one call after the other.
actor CookieFileWriter {
    private let file: CookieFile
    private var isClosed = false

    init(_ file: sending CookieFile) { self.file = file }

    /// Writes what a store has to write, and lets the file go.
    func close(writingFrom store: FileCookieStore) throws(CookieStoreError) {
        guard !isClosed else { return }
        try write(from: store)
        isClosed = true
        file.close()
    }

    /// Writes what a store has to write.
    func write(from store: FileCookieStore) throws(CookieStoreError) {
        guard !isClosed else { throw CookieStoreError(.closed, path: file.path) }
        do throws(CookieStoreError) {
            switch store.takeWork(whole: file.needsWhole) {
            case nil: return
            case .lines(let lines): try file.append(lines)
            case .whole(let jars): try file.replace(with: store.content(jars))
            }
        } catch {
            store.needWhole()
            throw error
        }
    }
}
