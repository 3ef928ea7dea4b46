internal import CSQLite
public import Foundation
internal import Glibc
internal import Locks
public import MainspringData

/// Ours: makes a store's file fail as disks do, for tests of what a program does then.
///
/// It stands between SQLite and the files of the stores that are added with it, and counts what SQLite does with them:
///
/// ```swift
/// import StoreFaults
///
/// let faults = SQLiteFaults()
/// try coordinator.addPersistentStore(type: .sqlite, at: url, options: [SQLiteFaults.option: faults])
/// faults.fail(at: 3)
/// #expect(throws: (any Error).self) { try context.save() }
/// ```
///
/// May be used from any thread. Costs some tens of nanoseconds for each call of SQLite's; stores without the option cost
/// nothing.
public final class SQLiteFaults: NSObject, DatabaseFileSystem, @unchecked Sendable {
    // `@unchecked Sendable`: `state`, `held` and `refused` guard themselves; `vfs` is constant once it is registered.

    /// The option of a store whose value is an `SQLiteFaults`.
    public static let option: String = databaseFileSystemOption

    /// What SQLite does with files.
    public enum Call: Int, CaseIterable, Sendable {
        case open
        case read
        case write
        case sync
        case truncate
        case delete
        /// A lock is taken. It fails as if somebody else had it.
        case lock
        /// A lock is given back, or a barrier set in the memory in which processes share what they know of the log. Cannot fail.
        case unlock
    }

    /// The calls that change something, which are those that can break a save.
    public static let changing: Set<Call> = [.write, .sync, .truncate, .delete]

    /// Which files of a store something is done with.
    public enum File: Int, CaseIterable, Sendable {
        /// The store itself.
        case database
        /// The log that commits go into (`-wal`).
        case log
        /// What a store without a log rolls back with (`-journal`).
        case journal
        /// Files of SQLite's own, for sorting.
        case temporary
    }

    /// All files.
    public static let files: Set<File> = Set(File.allCases)

    private let state = Guarded(State())
    let held = HeldCommits()
    let refused = RefusedLocks()
    let vfs: FaultyFileSystem
    package var systemName: String { vfs.name }
    /// For tests of the library.
    package var concernsLooks: Bool {
        get { state.withLock { $0.concernsLooks } }
        set { state.withLock { $0.concernsLooks = newValue } }
    }

    private struct State {
        var concernsLooks = false
        var counts = [Int](repeating: 0, count: Call.allCases.count)
        var plan: Plan?
        /// How many bytes may still be written; nil for any number.
        var room: Int?
        var failures = 0
    }

    private struct Plan {
        var left: Int
        let calls: Set<Call>
        let files: Set<File>
        let effect: Effect
    }

    /// What a plan does when its call has come.
    private enum Effect {
        case fails
        /// The call, and all after it.
        case failsForGood
        case kills
    }

    /// Makes a file system that fails in nothing yet.
    public override init() {
        vfs = FaultyFileSystem()
        super.init()
        vfs.register(self)
    }

    deinit { vfs.unregister() }

    // MARK: Failing

    /// Has a call fail, counted from now on; of a write half is written all the same. What was planned before is forgotten.
    /// - Parameters:
    ///   - number: which one, from 1.
    ///   - calls: which are counted.
    ///   - files: the files of which they are counted.
    ///   - isLasting: whether all of them fail after it too, as of a disk that is gone.
    public func fail(
        at number: Int, of calls: Set<Call> = SQLiteFaults.changing, files: Set<File> = SQLiteFaults.files,
        isLasting: Bool = false
    ) {
        let effect: Effect = isLasting ? .failsForGood : .fails
        let failing = calls.subtracting([.unlock])
        state.withLock { $0.plan = Plan(left: number, calls: failing, files: files, effect: effect) }
    }

    /// Has the process end inside a call, counted from now on, as by a SIGKILL from elsewhere; of a write half is written before.
    /// What was planned before is forgotten.
    /// - Parameters:
    ///   - number: which one, from 1.
    ///   - calls: which are counted.
    ///   - files: the files of which they are counted.
    public func kill(
        at number: Int, of calls: Set<Call> = SQLiteFaults.changing, files: Set<File> = SQLiteFaults.files
    ) {
        state.withLock { $0.plan = Plan(left: number, calls: calls, files: files, effect: .kills) }
    }

    /// Has the disk be full after so many bytes more. Nil for a disk that is never full.
    public func setRoom(bytes: Int?) { state.withLock { $0.room = bytes } }

    /// Nothing fails any more.
    public func stopFailing() {
        state.withLock { state in
            state.plan = nil
            state.room = nil
        }
    }

    // MARK: Counting

    /// How often SQLite has done something since the beginning, or since ``resetCounts()``.
    public func count(of call: Call) -> Int { state.withLock { $0.counts[call.rawValue] } }

    /// How often anything has failed.
    public var failureCount: Int { state.withLock { $0.failures } }

    /// Counts from 0 again.
    public func resetCounts() {
        state.withLock { state in
            state.counts = [Int](repeating: 0, count: Call.allCases.count)
            state.failures = 0
        }
    }

    // MARK: Holding

    /// Holds each commit before it has reached the disk, until ``releaseCommits()``. The thread that saves waits.
    ///
    /// It is held where the log, or the file where there is none, is synchronized; a store whose `synchronous` is less
    /// than FULL does not do that.
    public func holdCommits() { held.hold() }

    /// Waits until a commit is held.
    public func waitUntilHeld() { held.waitUntilHeld() }

    /// Lets all commits go on.
    public func releaseCommits() { held.release() }

    /// Waits until SQLite wants a lock that somebody else has: until whoever saves, or reads, waits for another one.
    ///
    /// A lock that was refused before does not count; but who waits for one asks for it again and again.
    public func waitUntilRefused() { refused.waitForNext() }

    // MARK: Asking

    /// What is to happen to a call.
    enum Fate {
        case goesOn
        case fails
        /// Half of what is to be written is, and then the process ends.
        case kills
        /// So many bytes are written, and then there is no room.
        case full(Int)
    }

    /// Counts a call, and says what is to happen to it.
    func fate(of call: Call, _ file: File, bytes: Int = 0) -> Fate {
        let fate = planned(call, file, bytes)
        if case .kills = fate, call != .write { Self.endProcess() }
        return fate
    }

    /// Ends the process at once: nothing of it runs any more.
    static func endProcess() -> Never {
        Glibc.kill(getpid(), SIGKILL)
        abort()
    }

    private func planned(_ call: Call, _ file: File, _ bytes: Int) -> Fate {
        state.withLock { state in
            state.counts[call.rawValue] += 1
            if var plan = state.plan, plan.calls.contains(call), plan.files.contains(file) {
                plan.left -= 1
                state.plan = plan
                switch (plan.left, plan.effect) {
                case (0, .kills): return .kills
                case (0, _), (..<0, .failsForGood):
                    state.failures += 1
                    return .fails
                default: break
                }
            }
            if call == .write, let room = state.room {
                guard bytes <= room else {
                    state.room = 0
                    state.failures += 1
                    return .full(room)
                }
                state.room = room - bytes
            }
            return .goesOn
        }
    }
}
