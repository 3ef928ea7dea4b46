internal import Glibc
internal import Locks

/// Who may still read files of long data that saves have given up: a file is deleted when nobody does any more.
///
/// What is read later than a save comes from rows that no longer name its file; a state of the store that is held names it as
/// long as it is held. Any thread may use it.
final class ExternalUses: Sendable {
    private struct State {
        /// How many saves have given files up.
        var number: UInt64 = 0
        /// How many read what was there after so many saves.
        var users: [UInt64: Int] = [:]
        /// Files, and the number of the save that has given them up.
        var givenUp: [(number: UInt64, paths: [String])] = []

        /// The files that nobody reads any more.
        mutating func takeUnused() -> [String] {
            let oldest = users.keys.min() ?? .max
            let unused = givenUp.filter { $0.number <= oldest }.flatMap(\.paths)
            givenUp.removeAll { $0.number <= oldest }
            return unused
        }
    }

    private let state = Guarded(State())

    /// Somebody begins to read.
    /// - Returns: what ``end(_:)`` is to be told.
    func begin() -> UInt64 {
        state.withLock { state in
            state.users[state.number, default: 0] += 1
            return state.number
        }
    }

    /// Somebody has read.
    func end(_ number: UInt64) {
        delete { state in
            state.users[number, default: 1] -= 1
            if state.users[number] == 0 { state.users[number] = nil }
        }
    }

    /// Runs a closure that reads rows and what they name.
    func reading<Result>(_ body: () throws -> Result) rethrows -> Result {
        let number = begin()
        defer { end(number) }
        return try body()
    }

    /// A save is done that needs files no more, and no row that is kept names them.
    func giveUp(_ paths: [String]) {
        guard !paths.isEmpty else { return }
        delete { state in
            state.number += 1
            state.givenUp.append((state.number, paths))
        }
    }

    /// The store is closed: nobody reads any more.
    func close() { delete { $0.users = [:] } }

    private func delete(_ change: (inout State) -> Void) {
        let unused = state.withLock { state in
            change(&state)
            return state.givenUp.isEmpty ? [] : state.takeUnused()
        }
        for path in unused { unlink(path) }
    }
}
