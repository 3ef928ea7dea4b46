internal import FileAccess
internal import Foundation
internal import Glibc
internal import Locks

/// The readers of a store's long data, and the files that saves no longer need. A file is deleted when no reader can
/// need it.
///
/// All coordinators of the process that have the same store share one object. In this process, a row that is read after
/// a save does not name the save's old files, and a held state names them as long as it is held. Other processes hold a
/// shared lock of the folder while they have the store open: as long as one of them does, files stay, and the next
/// writer that has the store to itself deletes them. May be used on any thread.
package final class ExternalUses: Sendable {
    private struct State {
        /// The number of saves that have replaced or removed files.
        var number: UInt64 = 0
        /// The number of readers by the number of saves at the time when they began.
        var users: [UInt64: Int] = [:]
        /// Names of files, and the number of the save that no longer needs them.
        var unneeded: [(number: UInt64, names: [String])] = []
        /// The folder, with the shared lock; `nil` while it does not exist.
        var folder: OpenFolder?
        /// The number of open stores of this process.
        var stores = 0

        /// The files that no reader of this process needs.
        var deletable: [String] {
            let oldest = users.keys.min() ?? .max
            return unneeded.filter { $0.number <= oldest }.flatMap(\.names)
        }

        mutating func forgetDeletable() {
            let oldest = users.keys.min() ?? .max
            unneeded.removeAll { $0.number <= oldest }
        }
    }

    private let folder: ExternalFolder?
    private let state = Guarded(State())

    /// - Parameter folder: `nil` for a store in memory.
    init(_ folder: ExternalFolder?) { self.folder = folder }

    // MARK: One object for each store

    private struct Reference { weak var uses: ExternalUses? }
    private static let all = Guarded<[String: Reference]>([:])

    /// Returns the object that the process has for the store of a folder.
    static func of(_ folder: ExternalFolder) -> ExternalUses {
        all.withLock { all in
            if let known = all[folder.store]?.uses { return known }
            all = all.filter { $0.value.uses != nil }
            let uses = ExternalUses(folder)
            all[folder.store] = Reference(uses: uses)
            return uses
        }
    }

    /// Notes that a store is open.
    func open() {
        state.withLock { $0.stores += 1 }
        prepare()
    }

    /// Notes that a store is closed.
    func close() { change { $0.stores -= 1 } }

    // MARK: Readers

    /// Locks the folder against deletions by other processes, if it exists and is not locked yet. Called before a file
    /// is opened and before a state of the store is held.
    func prepare() {
        guard let folder else { return }
        state.withLock { state in
            if state.folder?.isInPlace ?? false { return }
            state.folder = (try? folder.opened()) ?? nil
            // Another process has the exclusive lock only while it deletes files.
            state.folder?.lock(.shared, waits: true)
        }
    }

    /// Begins to read.
    /// - Returns: The argument of ``end(_:)``.
    func begin() -> UInt64 {
        state.withLock { state in
            state.users[state.number, default: 0] += 1
            return state.number
        }
    }

    /// Ends what ``begin()`` has begun.
    func end(_ number: UInt64) {
        change { state in
            state.users[number, default: 1] -= 1
            if state.users[number] == 0 { state.users[number] = nil }
        }
    }

    /// Runs a closure that reads rows and the files that they name.
    package func reading<Result>(_ body: () throws -> Result) rethrows -> Result {
        let number = begin()
        defer { end(number) }
        return try body()
    }

    // MARK: Deletions

    /// Notes the names of files that a committed save no longer needs. No row in the row cache names them.
    func giveUp(_ names: [String]) {
        guard !names.isEmpty else { return }
        prepare()
        change { state in
            state.number += 1
            state.unneeded.append((state.number, names))
        }
    }

    /// Changes the state, and deletes the files that no reader needs.
    private func change(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            guard !state.unneeded.isEmpty else { return }
            let names = state.deletable
            guard !names.isEmpty, let folder = state.folder else { return }
            let isDone = Self.exclusively(folder) {
                for name in names { try? folder.delete(name) }
            }
            if isDone { state.forgetDeletable() }
        }
    }

    /// Runs a closure if no other process has the store open, and no other store of this process has.
    /// - Returns: Whether it was run.
    func exclusively(_ body: (OpenFolder) -> Void) -> Bool {
        prepare()
        return state.withLock { state in
            guard state.stores <= 1, state.users.isEmpty, let folder = state.folder else { return false }
            return Self.exclusively(folder) { body(folder) }
        }
    }

    private static func exclusively(_ folder: OpenFolder, _ body: () -> Void) -> Bool {
        let isExclusive = folder.lock(.exclusive, waits: false)
        defer { folder.lock(.shared, waits: true) }
        guard isExclusive || folder.lacksLocks else { return false }
        body()
        return true
    }
}
