internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#endif

/// The scopes of one launch, counted: a scope stays until the last of its registrations ends.
///
/// Lookups from event loops take the current snapshot; every change makes a new one.
package final class ScopeRegistry: Sendable {
    fileprivate struct Entry {
        var scope: Scope
        var folder: String
        /// The folder with its links followed, as it was when it was registered.
        var resolvedFolder: String?
        var count: Int
    }

    fileprivate struct State {
        var origin: String
        var token: SessionToken
        var entries: [ScopeReference: Entry] = [:]
        /// Secrets of scopes that ended, so that a scope has one address for the whole launch.
        var ended: [ScopeReference: Scope] = [:]
        var snapshot: ScopeSnapshot
    }

    package let secrets: ScopeSecrets
    private let state: Mutex<State>

    package init(token: SessionToken = SessionToken(), secrets: ScopeSecrets = .perLaunch) {
        self.secrets = secrets
        let origin = "http://127.0.0.1:0"
        let snapshot = ScopeSnapshot(origin: origin, token: token, secrets: secrets, scopes: [])
        state = Mutex(State(origin: origin, token: token, snapshot: snapshot))
    }

    /// The scopes as they are now.
    package var snapshot: ScopeSnapshot { state.withLock { $0.snapshot } }

    /// Registers a folder, or counts one more registration of it.
    ///
    /// - Parameters:
    ///   - scope: its kind and id.
    ///   - folder: the folder's path.
    ///   - replacing: whether another folder may take the place of the one that the scope has; earlier registrations
    ///     then stand for the new one.
    ///   - makeContent: opens the folder; it is called outside the registry's lock, and not for a folder that is
    ///     registered already.
    /// - Returns: the registration.
    /// - Throws: `ScopeError` when the scope has another folder, or what `makeContent` throws.
    package func register(
        _ scope: ScopeReference,
        folder: String,
        replacing: Bool = false,
        makeContent: (String) throws -> any ScopeContent
    ) throws -> ScopeRegistration {
        let resolved = resolve(folder)
        if try join(scope, folder: folder, resolved: resolved, replacing: replacing) {
            return ScopeRegistration(scope, registry: self)
        }
        let content = try makeContent(folder)
        // Another caller may have registered the scope while the folder was opened.
        if try !join(scope, folder: folder, resolved: resolved, replacing: replacing) {
            state.withLock { state in
                let secret = state.secret(of: scope, secrets)
                let count = (state.entries[scope]?.count ?? 0) + 1
                state.entries[scope] = Entry(
                    scope: Scope(scope, secret: secret, content: content),
                    folder: folder,
                    resolvedFolder: resolved,
                    count: count
                )
                state.ended[scope] = nil
                state.publish(secrets)
            }
        }
        return ScopeRegistration(scope, registry: self)
    }

    /// Counts one more registration if the scope has this folder; `false` when the folder must be opened.
    private func join(
        _ scope: ScopeReference,
        folder: String,
        resolved: String?,
        replacing: Bool
    ) throws(ScopeError) -> Bool {
        let conflict: String? = state.withLock { state in
            guard let entry = state.entries[scope] else { return "" }
            guard isSamePath(entry.folder, folder) || isSamePath(entry.resolvedFolder, resolved) else {
                return entry.folder
            }
            state.entries[scope]?.count += 1
            return nil
        }
        guard let conflict else { return true }
        if !conflict.isEmpty, !replacing { throw ScopeError(.folderConflict, scope: scope, folder: conflict) }
        return false
    }

    /// Takes back one registration.
    package func release(_ scope: ScopeReference) {
        state.withLock { state in
            guard let entry = state.entries[scope] else { return }
            guard entry.count == 1 else {
                state.entries[scope]?.count -= 1
                return
            }
            state.entries[scope] = nil
            if secrets == .perScope { state.ended[scope] = Scope(scope, secret: entry.scope.secret, content: nil) }
            state.publish(secrets)
        }
    }

    /// How many registrations a scope has.
    package func count(of scope: ScopeReference) -> Int { state.withLock { $0.entries[scope]?.count ?? 0 } }

    /// A scope's present address.
    package func address(of scope: ScopeReference) -> ScopeAddress {
        state.withLock { state in
            ScopeAddress(origin: state.origin, secret: state.secret(of: scope, secrets), scope: scope)
        }
    }

    /// Sets the origin that addresses begin with.
    package func setOrigin(_ origin: String) {
        state.withLock { state in
            state.origin = origin
            state.publish(secrets)
        }
    }

    /// Draws new secrets: the old ones may have been sent to another process.
    package func renewSecrets() {
        state.withLock { state in
            state.token = SessionToken()
            state.ended = [:]
            for (reference, entry) in state.entries {
                let secret = secrets == .perScope ? SessionToken() : state.token
                state.entries[reference]?.scope = Scope(reference, secret: secret, content: entry.scope.content)
            }
            state.publish(secrets)
        }
    }
}

extension ScopeRegistry.State {
    /// The secret that the scope has or will have.
    fileprivate mutating func secret(of scope: ScopeReference, _ secrets: ScopeSecrets) -> SessionToken {
        guard secrets == .perScope else { return token }
        if let known = (entries[scope]?.scope ?? ended[scope])?.secret { return known }
        let secret = SessionToken()
        ended[scope] = Scope(scope, secret: secret, content: nil)
        return secret
    }

    fileprivate mutating func publish(_ secrets: ScopeSecrets) {
        snapshot = ScopeSnapshot(
            origin: origin,
            token: token,
            secrets: secrets,
            scopes: entries.values.map(\.scope) + ended.values
        )
    }
}

/// Whether two paths are spelled alike, byte by byte.
private func isSamePath(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return false }
    return left.utf8.elementsEqual(right.utf8)
}

/// The path with every link followed; `nil` when there is no such file.
private func resolve(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)  // realpath gave a string that ends with NUL
}
