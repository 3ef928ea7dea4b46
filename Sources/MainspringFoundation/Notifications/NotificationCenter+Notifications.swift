public import Foundation

extension NotificationCenter {
    /// Returns the notifications of a name as they are posted.
    ///
    /// Each iterator gets those that are posted while it is there, in their order, and keeps what has not been asked for; it
    /// ends only with its task.
    /// - Parameter object: only those that it posts; of all if there is none.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// The notifications of a name, one after the other.
    ///
    /// **Differences from Apple**: a notification is handed over on whatever thread the task runs, as it was posted on; do not
    /// change what it carries.
    public final class Notifications: AsyncSequence, @unchecked Sendable {
        // `@unchecked Sendable`: constant; the center may be used by any thread, and the object is only compared.

        /// What the sequence gives.
        public typealias Element = Notification

        private let center: NotificationCenter
        private let name: Notification.Name
        private let object: AnyObject?

        init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
            self.center = center
            self.name = name
            self.object = object
        }

        /// Begins to listen.
        public func makeAsyncIterator() -> Iterator {
            let (stream, continuation) = AsyncStream.makeStream(of: Posted.self)
            let observer = center.addObserver(forName: name, object: object, queue: nil) {
                continuation.yield(Posted(notification: $0))
            }
            let listening = Listening(center: center, observer: observer)
            continuation.onTermination = { _ in listening.end() }
            return Iterator(posted: stream.makeAsyncIterator())
        }

        /// Waits for notifications.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var posted: AsyncStream<Posted>.Iterator

            /// Returns the next notification; `nil` once the task is cancelled.
            public mutating func next() async -> Notification? { await next(isolation: #isolation) }

            /// Returns the next notification; `nil` once the task is cancelled.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
                await posted.next(isolation: actor)?.notification
            }
        }
    }
}

@available(*, unavailable)
extension NotificationCenter.Notifications.Iterator: Sendable {}

/// A notification on its way to whoever waits for it.
private struct Posted: @unchecked Sendable {
    // `@unchecked Sendable`: what it carries is not changed, as the sequence's description asks.
    let notification: Notification
}

/// What has to be told to the center when nobody waits any more.
private struct Listening: @unchecked Sendable {
    // `@unchecked Sendable`: constant; the center may be used by any thread.
    let center: NotificationCenter
    let observer: any NSObjectProtocol

    func end() { center.removeObserver(observer) }
}
