internal import Foundation
public import Mainspring

/// By which a window's surface tells what happens to it. Ours. From any thread.
public struct WindowEventPoster: Sendable {
    private let queue: EventQueue
    /// The window.
    public let window: WindowIdentifier

    init(_ queue: EventQueue, _ window: WindowIdentifier) {
        self.queue = queue
        self.window = window
    }

    /// Tells of something in the window, which happened at a time of the loop's clock, in seconds.
    public func post(_ content: Event.Content, time: CFTimeInterval) {
        queue.post(Event(content, window: window, time: time))
    }

    /// Tells that the window system is gone, with a sentence that says why.
    public func postFailure(_ sentence: String, time: CFTimeInterval) {
        queue.post(Event(.windowSystemFailed(sentence), time: time))
    }
}
