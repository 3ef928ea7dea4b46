internal import Foundation
public import Mainspring

/// Recognizes taps and clicks: something comes down, hardly moves, and is lifted soon; once or several times. Ours,
/// after UIKit's class of that name.
///
/// One that needs fewer taps does not keep one that needs more from being recognized, so both are unless the first
/// waits by ``GestureRecognizer/require(toFail:)``.
open class TapGestureRecognizer: GestureRecognizer {
    /// How many taps it needs; 1 unless set, and at least 1.
    public var numberOfTapsRequired = 1 { didSet { numberOfTapsRequired = max(numberOfTapsRequired, 1) } }
    /// How many fingers have to be down at the same time; 1 unless set, and at least 1.
    public var numberOfContactsRequired = 1 {
        didSet { numberOfContactsRequired = max(numberOfContactsRequired, 1) }
    }

    /// How far something may move from where it came down, in points. [assumed: the one that Apple gives for long
    /// presses]
    static let allowableMovement: CGFloat = 10
    /// How long it may be down, in seconds. [assumed]
    static let longestTap = 0.75
    /// How long the next tap may be away, in seconds, and how far, in points. [assumed]
    static let longestPause = 0.35
    static let farthestTap: CGFloat = 45

    private var taps = 0
    private var mostContacts = 0
    private var firstLocation: CGPoint?
    /// Until when the tap must be over, or the next one begin.
    private var limit: CFTimeInterval?

    open override func contactBegan(_ contact: GestureContact) {
        if let first = firstLocation, contacts.count == 1, first.distance(to: contact.location) > Self.farthestTap {
            return transition(to: .failed)
        }
        firstLocation = firstLocation ?? contact.location
        mostContacts = max(mostContacts, contacts.count)
        if contacts.count == 1 { limit = contact.time + Self.longestTap }
        if mostContacts > numberOfContactsRequired { transition(to: .failed) }
    }

    open override func contactMoved(_ contact: GestureContact) {
        if contact.firstLocation.distance(to: contact.location) > Self.allowableMovement { transition(to: .failed) }
    }

    open override func contactEnded(_ contact: GestureContact) {
        contactMoved(contact)
        guard state == .possible, contacts.count == 1 else { return }
        guard mostContacts == numberOfContactsRequired else { return transition(to: .failed) }
        taps += 1
        mostContacts = 0
        if taps >= numberOfTapsRequired {
            limit = nil
            return transition(to: .ended)
        }
        limit = contact.time + Self.longestPause
    }

    open override var nextTime: CFTimeInterval? { limit }
    open override var isWaiting: Bool { state == .possible && taps > 0 && taps < numberOfTapsRequired }
    open override func timeReached(_ time: CFTimeInterval) { transition(to: .failed) }

    open override func canPrevent(_ other: GestureRecognizer) -> Bool {
        (other as? TapGestureRecognizer).map { $0.numberOfTapsRequired <= numberOfTapsRequired } ?? true
    }

    open override func reset() { (taps, mostContacts, firstLocation, limit) = (0, 0, nil, nil) }
}
