import CoreData
import Foundation

/// Commits of others, as a coordinator's store tells of them.
final class Notices {
    private let stream: AsyncStream<Void>
    private let observer: any NSObjectProtocol

    /// - Parameter token: those are meant after which the history goes further.
    init(from coordinator: NSPersistentStoreCoordinator, after token: NSPersistentHistoryToken?) {
        let (stream, notices) = AsyncStream<Void>.makeStream()
        self.stream = stream
        observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
        ) { notification in
            let place = notification.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken
            if place != token { notices.yield() }
        }
    }

    deinit { NotificationCenter.default.removeObserver(observer) }

    /// Waits for the first one.
    func first() async { for await _ in stream { return } }
}
