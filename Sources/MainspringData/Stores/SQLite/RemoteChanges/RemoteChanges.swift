internal import Dispatch
internal import Foundation
internal import Locks

/// Tells of each commit to a store's file, whoever made it: `NSPersistentStoreRemoteChange`.
///
/// Notifications are posted on a queue of their own, one after another. A save of this coordinator's is told when it is
/// done; others are noticed when the file is written, by SQLite's count of other connections' commits (`PRAGMA data_version` on the
/// connection that writes).
final class RemoteChanges: @unchecked Sendable {
    // `@unchecked Sendable`: what is no constant is used on `queue`.

    private let queue = DispatchQueue(label: "SQLite.remote-changes")
    private weak var service: SQLiteService?
    private var watch: FileWatch?
    /// What tells the state of the file from others; nil before it is known.
    private var version: Version?
    /// How often it is to be looked again.
    private var looksLeft = 0
    /// When it is looked next, and how often that was said: what was said before does not count.
    private var (due, turn): (DispatchTime?, Int) = (nil, 0)
    private var isStopped = false

    /// A file that is written may be committed a moment later: the commit becomes visible by memory that the processes share, of
    /// which the kernel tells nobody. So it is looked a few times, in milliseconds after one another, and then no more. The last time is for
    /// a disk that takes long to have what was written.
    private static let pauses = [3_000, 400, 250, 100, 20]

    /// The state of a file for one connection.
    private struct Version: Equatable {
        let connection: ObjectIdentifier?
        let number: SQLiteValue?
        let stamp: String?
    }

    init(_ service: SQLiteService) {
        self.service = service
        queue.sync {
            version = current()
            watch = FileWatch(path: service.database.path, queue: queue) { [weak self] in self?.fileWasWritten() }
        }
    }

    /// Tells nobody any more. What has begun goes on to its end.
    func stop() {
        queue.async {
            self.isStopped = true
            self.watch?.stop()
            self.watch = nil
        }
    }

    /// The coordinator has saved.
    /// - Parameter history: the number of the history's transaction.
    func noteSaved(history: Int64?) { queue.async { self.post(history) } }

    // MARK: On the queue

    private func fileWasWritten() {
        looksLeft = Self.pauses.count
        schedule()
    }

    private func schedule() {
        guard looksLeft > 0, !isStopped else { return }
        let time = DispatchTime.now() + .milliseconds(Self.pauses[looksLeft - 1])
        // What is written while a later look is waited for is looked at soon.
        if let due, due <= time { return }
        due = time
        turn += 1
        queue.asyncAfter(deadline: time) { [weak self, turn] in
            guard let self, self.turn == turn else { return }
            due = nil
            looksLeft -= 1
            look()
            schedule()
        }
    }

    private func look() {
        guard !isStopped, let now = current(), now != version else { return }
        let wasKnown = version != nil
        version = now
        if wasKnown { post(nil) }
    }

    private func current() -> Version? {
        guard let service else { return nil }
        guard let writer = service.database.writer else {
            return Version(connection: nil, number: nil, stamp: service.stamp)
        }
        return try? writer.withConnection { connection in
            Version(
                connection: ObjectIdentifier(connection), number: try connection.value("PRAGMA data_version"),
                stamp: nil)
        }
    }

    private func post(_ history: Int64?) {
        guard !isStopped, let service, let store = StoreNumbers.store(service.number) else { return }
        var userInfo: [AnyHashable: Any] = [:]
        userInfo[NSStoreUUIDKey] = store.identifier
        userInfo[NSPersistentStoreURLKey] = store.url
        if let identifier = store.identifier, let last = history ?? (try? service.lastHistoryNumber()) {
            userInfo[NSPersistentHistoryTokenKey] = NSPersistentHistoryToken([identifier: last])
        }
        NotificationCenter.default.post(
            name: .NSPersistentStoreRemoteChange, object: store.persistentStoreCoordinator, userInfo: userInfo)
    }
}

extension SQLiteService {
    /// A transaction of the coordinator's is committed.
    func noteSaved(history: Int64?) { remote.withLock { $0 }?.noteSaved(history: history) }

    /// Tells of commits from now on.
    func tellOfCommits() {
        let made = RemoteChanges(self)
        remote.withLock { $0 = made }
    }
}
