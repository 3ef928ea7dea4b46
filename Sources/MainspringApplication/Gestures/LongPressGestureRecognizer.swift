public import Foundation
public import Mainspring

/// Recognizes that something stays down at about one place. Ours, after UIKit's class of that name.
///
/// It begins when the time is over, goes on with each move from then on, and ends when that is lifted.
open class LongPressGestureRecognizer: GestureRecognizer {
    /// How long it has to stay, in seconds; 0.5 unless set, as on Apple's platforms. What is below 0 or no number counts
    /// as 0.
    public var minimumPressDuration: CFTimeInterval = 0.5 {
        didSet { if !(minimumPressDuration >= 0) { minimumPressDuration = 0 } }
    }
    /// How far it may move before, in points; 10 unless set, as on Apple's platforms.
    public var allowableMovement: CGFloat = 10

    private var due: CFTimeInterval?

    open override func contactBegan(_ contact: GestureContact) {
        guard contacts.count == 1 else {
            if state == .possible { transition(to: .failed) }
            return
        }
        due = contact.time + minimumPressDuration
    }

    open override func contactMoved(_ contact: GestureContact) {
        if state.isGoingOn {
            transition(to: .changed)
        } else if deferred.isEmpty, !(contact.firstLocation.distance(to: contact.location) <= allowableMovement) {
            transition(to: .failed)
        }
    }

    open override func contactEnded(_ contact: GestureContact) {
        if state.isGoingOn || !deferred.isEmpty {
            if contacts.count == 1 { transition(to: .ended) }
        } else {
            transition(to: .failed)
        }
    }

    open override var nextTime: CFTimeInterval? { deferred.isEmpty ? due : nil }

    open override func timeReached(_ time: CFTimeInterval) {
        due = nil
        transition(to: .began)
    }

    open override func reset() { due = nil }
}
