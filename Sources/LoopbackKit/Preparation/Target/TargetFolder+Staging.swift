internal import LoopbackKitHTTP

// New files are made in a folder of their own, by numbers, and get their places together.

extension TargetFolder {
    /// A file that is ready.
    struct Staged {
        let number: Int
        let identity: FileIdentity
    }

    /// Makes a file of some bytes.
    func stage(_ bytes: [UInt8], permissions: UInt16, _ path: TreePath) throws(PreparationError) -> Staged {
        try staging(path) { name throws(SystemError) in
            let file = try makeFile(name, path)
            try step(PreparationStep(.write, path.text))
            try file.append(bytes)
            try file.setPermissions(permissions)
        }
    }

    /// Makes a clone of a file; `nil` where the file system can't.
    func stageClone(of file: OpenFile, permissions: UInt16, _ path: TreePath) -> Staged? {
        guard canClone else { return nil }
        let made = stagingIfPossible(path) { name throws(SystemError) in
            try step(PreparationStep(.clone, path.text))
            try staged.makeClone(name, of: file, permissions: permissions)
        }
        canClone = made != nil
        return made
    }

    /// Gives a file of the source a second name; `nil` where that is impossible, or the name leads elsewhere by now.
    func stageName(of file: SourceFile, in source: FolderDescriptor) -> Staged? {
        let made = stagingIfPossible(file.path) { name throws(SystemError) in
            try step(PreparationStep(.link, file.path.text))
            try staged.makeName(name, forFile: file.path.forSystem, in: source)
        }
        guard let made, made.identity != FileIdentity(file.status) else { return made }
        discard(made)
        return nil
    }

    /// Copies a file, block by block.
    func stageCopy(of file: OpenFile, permissions: UInt16, _ path: TreePath) throws(PreparationError) -> Staged {
        try staging(path) { name throws(SystemError) in
            let copy = try makeFile(name, path)
            try step(PreparationStep(.write, path.text))
            var offset = 0
            while true {
                guard let block = file.read(at: offset, count: 1 << 20) else { throw .failed }
                guard !block.isEmpty else { break }
                try copy.append(block)
                offset += block.count
            }
            try copy.setPermissions(permissions)
        }
    }

    /// Makes a link.
    func stageLink(to place: [UInt8], _ path: TreePath) throws(PreparationError) -> Staged {
        try staging(path) { name throws(SystemError) in
            try step(PreparationStep(.makeLink, path.text))
            try staged.makeLink(name, to: place + [0])
        }
    }

    /// What a staged file holds.
    func stagedContent(_ number: Int) -> [UInt8]? {
        guard let file = try? staged.file(Self.name(number)), let status = try? file.status() else { return nil }
        return file.read(at: 0, count: status.size)
    }

    /// Removes all that is staged.
    func discardStaged() {
        guard let names = try? staged.names() else { return }
        for name in names {
            guard (try? step(PreparationStep(.remove, TreePath(name).text))) != nil else { return }
            try? staged.remove(name + [0])
        }
    }

    private func discard(_ file: Staged) {
        guard (try? step(PreparationStep(.remove, "\(file.number)"))) != nil else { return }
        try? staged.remove(Self.name(file.number))
    }

    /// The name of a staged file, with a NUL at its end.
    static func name(_ number: Int) -> [UInt8] { Array("\(number)\0".utf8) }

    private func makeFile(_ name: [UInt8], _ path: TreePath) throws(SystemError) -> OpenFile {
        try step(PreparationStep(.makeFile, path.text))
        return try staged.makeFile(name, permissions: 0o600)
    }

    private func staging(
        _ path: TreePath,
        _ make: ([UInt8]) throws(SystemError) -> Void
    ) throws(PreparationError) -> Staged {
        let number = stagedCount
        do throws(SystemError) {
            try make(Self.name(number))
            guard let status = try staged.status(of: Self.name(number)) else { throw .missing }
            stagedCount += 1
            return Staged(number: number, identity: FileIdentity(status))
        } catch {
            throw PreparationError(writing: error, path.text)
        }
    }

    /// Whatever kept it from being made, the next way to make the file meets it too, or does without.
    private func stagingIfPossible(
        _ path: TreePath,
        _ make: ([UInt8]) throws(SystemError) -> Void
    ) -> Staged? {
        try? staging(path, make)
    }
}
