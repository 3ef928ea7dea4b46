public import Foundation
public import Mainspring

/// Recognizes that two fingers go apart or come together, on a screen or on a touch pad. Ours, after UIKit's class of
/// that name.
open class PinchGestureRecognizer: GestureRecognizer {
    /// How much farther apart the fingers are than when they came down; 1 is as far. Set it to count from there; what is
    /// no number, or not above 0, changes nothing.
    public var scale: CGFloat {
        get { base * growth }
        set { if newValue.isFinite, newValue > 0 { base = newValue / growth } }
    }

    /// How much ``scale`` changes a second, over the last tenth of a second.
    public var velocity: CGFloat {
        guard let (first, last, seconds) = history.course else { return 0 }
        return base * (last.x - first.x) / seconds
    }

    /// By how much the distance has to change before it is a pinch, in points. [assumed]
    static let slop: CGFloat = 8
    /// What is nearer counts as so near, in points, so that the scale stays a number.
    private static let shortest: CGFloat = 1

    private var base: CGFloat = 1
    private var growth: CGFloat = 1
    private var firstDistance: CGFloat = 0
    private var history = PlaceHistory()

    private var distance: CGFloat? {
        contacts.count == 2 ? max(contacts[0].location.distance(to: contacts[1].location), Self.shortest) : nil
    }

    open override func contactBegan(_ contact: GestureContact) {
        guard let distance else {
            if contacts.count > 2, state == .possible { transition(to: .failed) }
            return
        }
        firstDistance = distance
        growth = 1
        history.add(CGPoint(x: 1, y: 0), at: contact.time)
    }

    open override func contactMoved(_ contact: GestureContact) {
        guard let distance, firstDistance > 0 else { return }
        grow(to: distance / firstDistance, at: contact.time)
        if state.isGoingOn {
            transition(to: .changed)
        } else if deferred.isEmpty, abs(distance - firstDistance) > Self.slop {
            transition(to: .began)
        }
    }

    open override func contactEnded(_ contact: GestureContact) {
        if state.isGoingOn || !deferred.isEmpty {
            transition(to: .ended)
        } else if contacts.count == 1 {
            transition(to: .failed)
        }
    }

    open override func magnified(_ event: MagnifyEvent, at time: CFTimeInterval) {
        switch event.phase {
        case .none: break
        case .began:
            grow(to: growth * (1 + event.magnification), at: time)
            transition(to: .began)
        case .changed:
            grow(to: growth * (1 + event.magnification), at: time)
            transition(to: .changed)
        case .ended: transition(to: .ended)
        case .cancelled: transition(to: .cancelled)
        }
    }

    private func grow(to wanted: CGFloat, at time: CFTimeInterval) {
        // Bounded, so that no course of events makes it none or endless.
        guard wanted.isFinite else { return }
        growth = min(max(wanted, 1e-6), 1e6)
        history.add(CGPoint(x: growth, y: 0), at: time)
    }

    open override func reset() { (base, growth, firstDistance, history) = (1, 1, 0, PlaceHistory()) }
}
