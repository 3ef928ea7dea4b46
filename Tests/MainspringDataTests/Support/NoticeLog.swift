import Foundation
import MainspringData
import MainspringFoundation

/// What a context posts, in words: the notification, and the names of objects or the number of identities by their keys.
final class NoticeLog: @unchecked Sendable {
    // `@unchecked Sendable`: used on the context's queue, which posts.

    private var words: [String] = []
    private var observers: [any NSObjectProtocol] = []

    init(_ context: NSManagedObjectContext) {
        for (name, word) in [
            (NSManagedObjectContext.didChangeObjectsNotification, "changed"),
            (NSManagedObjectContext.willSaveObjectsNotification, "will save"),
            (NSManagedObjectContext.didSaveObjectsNotification, "saved"),
            (NSManagedObjectContext.didSaveObjectIDsNotification, "saved identities"),
            (NSManagedObjectContext.didMergeChangesObjectIDsNotification, "merged identities"),
        ] {
            let observer = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
                [unowned self] notification in
                words.append(([word] + Self.text(of: notification.userInfo ?? [:])).joined(separator: " "))
            }
            observers.append(observer)
        }
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    func take() -> [String] {
        defer { words = [] }
        return words
    }

    private static func text(of info: [AnyHashable: Any]) -> [String] {
        info.compactMap { key, value in
            switch value {
            case let objects as Set<NSManagedObject>: "\(key):\(objects.map(\.title).sorted().joined(separator: ","))"
            case let identities as Set<NSManagedObjectID>: "\(key):\(identities.count)"
            case let identities as [NSManagedObjectID]: "\(key):\(identities.count)"
            case is NSManagedObjectContext: nil
            default: "\(key):?"
            }
        }.sorted()
    }
}
