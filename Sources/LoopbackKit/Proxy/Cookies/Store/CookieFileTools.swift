package import LoopbackKitHTTP

/// What tests watch and refuse when a cookie file is written.
package struct CookieFileTools: Sendable {
    /// A step that changes the file system.
    package enum Step: Hashable, Sendable, CaseIterable {
        /// The folder is made.
        case makeFolder
        /// The file that the lock is on is made.
        case makeLock
        /// A copy of a damaged file is made.
        case keepDamaged
        /// What an interrupted writing has left is removed.
        case removeLeft
        /// The new file is made, empty.
        case makeFile
        /// The content is written to the new file.
        case write
        /// The new file goes to the disk.
        case synchronizeNew
        /// The new file gets its name.
        case move
        /// The name goes to the disk.
        case synchronizeFolder
        /// Lines are added to the file.
        case append
        /// Added lines go to the disk.
        case synchronize
    }

    /// Is asked before each step; one that it has an error for is not taken.
    package var refusal: @Sendable (Step) -> SystemError? = { _ in nil }
    /// Whether the disk is waited for, so that a power cut loses nothing; tests of other things don't.
    package var synchronizes = true

    /// Those that a host uses.
    package init() {}

    /// Asks before a step.
    func step(_ step: Step) throws(SystemError) {
        if let error = refusal(step) { throw error }
    }
}
