public import Foundation
public import Mainspring
public import MainspringAnimation

/// Looks for a gesture in what happens in a layer and in those inside it. Ours, after UIKit's class of that name.
///
/// It is added to a layer by `addGestureRecognizer`. Events reach handlers at once, and recognizers before the loop
/// sleeps next, from the layer that was hit outwards. Where one recognizes its gesture, those that it may not recognize
/// beside fail, and handlers are told that what they had is cancelled.
///
/// A subclass overrides the members under *For subclasses* and calls ``transition(to:)``. It belongs to the loop's
/// thread, as its layer does.
open class GestureRecognizer {
    /// How far it has come.
    public enum State: Hashable, Sendable {
        /// It has not recognized its gesture, and may.
        case possible
        /// A gesture that lasts was recognized.
        case began
        /// That one goes on.
        case changed
        /// It is over; or one that is over at once was recognized.
        case ended
        /// A gesture that was recognized is over without its end.
        case cancelled
        /// This is not the gesture.
        case failed

        var isGoingOn: Bool { self == .began || self == .changed }
        var isFinal: Bool { self == .ended || self == .cancelled || self == .failed }
    }

    /// How far it has come. It is ``State/possible`` again when all that touches has left.
    public internal(set) var state = State.possible
    /// Is called whenever it begins, goes on, ends or is cancelled; what it is, ``state`` says.
    public var action: ((GestureRecognizer) -> Void)?
    /// Who decides what goes together. Not retained.
    public weak var delegate: (any GestureRecognizerDelegate)?
    /// The layer that it was added to.
    public internal(set) weak var layer: CALayer?
    /// Whether handlers of events are told that theirs are cancelled once it is recognized. True unless set.
    public var cancelsEventsInLayer = true

    /// What touches and is looked at, in the order in which it came down.
    public internal(set) var contacts: [GestureContact] = []
    /// The middle of the contacts, as it was last.
    var lastLocation = CGPoint.zero
    weak var coordinator: GestureCoordinator?
    /// Fingers on a touch pad magnify, and it looks at that.
    var isMagnifying = false
    /// Steps that wait for others to fail.
    var deferred: [State] = []
    private var requirements: [Requirement] = []

    private struct Requirement {
        weak var recognizer: GestureRecognizer?
    }

    /// A recognizer that calls a closure, if one is given.
    public init(action: ((GestureRecognizer) -> Void)? = nil) { self.action = action }

    /// Whether it looks for its gesture. A gesture that goes on is cancelled when it is set to false.
    public var isEnabled = true { didSet { if !isEnabled { wasRemoved() } } }

    /// Recognizes only when another one has failed. One that is not in what was hit holds nobody up; recognizers that
    /// wait for each other in a circle fail.
    public func require(toFail other: GestureRecognizer) {
        if other !== self { requirements.append(Requirement(recognizer: other)) }
    }

    var failureRequirements: [GestureRecognizer] { requirements.compactMap(\.recognizer) }

    /// Where the middle of the contacts is, or was last, in a layer's own coordinates; nil for the window's.
    public func location(in layer: CALayer?) -> CGPoint {
        layer.map { $0.convert(lastLocation, from: nil) } ?? lastLocation
    }

    /// It left its layer, or is to look no more.
    func wasRemoved() { coordinator?.drop(self) }

    // MARK: For subclasses

    /// Goes on to another state: from possible to began, ended or failed, from began or changed to changed, ended or
    /// cancelled. Any other step is none.
    public final func transition(to state: State) { coordinator?.transition(self, to: state) }

    /// Something came down; it is the last of ``GestureRecognizer/contacts``.
    open func contactBegan(_ contact: GestureContact) {}
    /// Something moved.
    open func contactMoved(_ contact: GestureContact) {}
    /// Something was lifted; it is one of ``GestureRecognizer/contacts`` until the call returns.
    open func contactEnded(_ contact: GestureContact) {}
    /// Something is gone without being lifted; a gesture that goes on is cancelled unless this says otherwise.
    open func contactCancelled(_ contact: GestureContact) { transition(to: state.isGoingOn ? .cancelled : .failed) }
    /// Fingers on a touch pad magnify.
    open func magnified(_ event: MagnifyEvent, at time: CFTimeInterval) {}
    /// When ``timeReached(_:)`` is to be called; nil for never.
    open var nextTime: CFTimeInterval? { nil }
    /// Whether it may recognize although nothing touches now, as one that waits for a second tap.
    open var isWaiting: Bool { false }
    /// It is this time now, in seconds of the loop's clock, by the next event or by the clock.
    open func timeReached(_ time: CFTimeInterval) {}
    /// Whether another one that is possible fails when this one is recognized. True unless overridden.
    open func canPrevent(_ other: GestureRecognizer) -> Bool { true }
    /// Forgets the gesture that is over.
    open func reset() {}
}

/// Who decides which gestures go together. Ours, after UIKit's protocol of that name.
public protocol GestureRecognizerDelegate: AnyObject {
    /// Whether two may be recognized at the same time. False unless the delegate of one of them says otherwise.
    func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool
    /// Whether it may begin now. True unless said otherwise; one that may not fails.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool
}

extension GestureRecognizerDelegate {
    /// False.
    public func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { false }
    /// True.
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { true }
}

/// As its layer is.
@available(*, unavailable)
extension GestureRecognizer: @unchecked Sendable {}
