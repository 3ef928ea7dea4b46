public import Foundation
internal import Mainspring
public import MainspringAnimation

/// Recognizes that something is dragged. Ours, after UIKit's class of that name.
open class PanGestureRecognizer: GestureRecognizer {
    /// How many fingers have to be down; 1 unless set, and at least 1.
    public var minimumNumberOfContacts = 1 { didSet { minimumNumberOfContacts = max(minimumNumberOfContacts, 1) } }
    /// With more fingers than this it is not recognized; as many as there are unless set.
    public var maximumNumberOfContacts = Int.max

    /// How far the middle has to move before it is a drag, in points. [assumed]
    static let slop: CGFloat = 10

    private var origin = CGPoint.zero
    private var places = PlaceHistory()

    /// How far the contacts have gone since they came down, in points of a layer; nil for the window's. The distance that
    /// made it a drag counts too.
    public func translation(in layer: CALayer?) -> CGPoint {
        let (here, there) = (location(in: layer), layer.map { $0.convert(origin, from: nil) } ?? origin)
        return CGPoint(x: here.x - there.x, y: here.y - there.y)
    }

    /// Counts from now on as if they had gone so far; what is no number changes nothing.
    public func setTranslation(_ translation: CGPoint, in layer: CALayer?) {
        guard translation.isFinite else { return }
        let here = location(in: layer)
        let there = CGPoint(x: here.x - translation.x, y: here.y - translation.y)
        let place = layer.map { $0.convert(there, to: nil) } ?? there
        if place.isFinite { origin = place }
    }

    /// How fast they go, in points of a layer a second, over the last tenth of a second; nil for the window's.
    public func velocity(in layer: CALayer?) -> CGPoint {
        guard let (first, last, seconds) = places.course else { return .zero }
        let (from, to) = (
            layer.map { $0.convert(first, from: nil) } ?? first, layer.map { $0.convert(last, from: nil) } ?? last
        )
        return CGPoint(x: (to.x - from.x) / seconds, y: (to.y - from.y) / seconds)
    }

    open override func contactBegan(_ contact: GestureContact) {
        if contacts.count > maximumNumberOfContacts { return transition(to: state.isGoingOn ? .cancelled : .failed) }
        startOver(contact.time, keeping: state.isGoingOn ? translationBefore(contact) : .zero)
    }

    open override func contactMoved(_ contact: GestureContact) {
        places.add(lastLocation, at: contact.time)
        if state.isGoingOn {
            transition(to: .changed)
        } else if deferred.isEmpty, contacts.count >= minimumNumberOfContacts,
            origin.distance(to: lastLocation) > Self.slop
        {
            transition(to: .began)
        }
    }

    open override func contactEnded(_ contact: GestureContact) {
        if contacts.count > minimumNumberOfContacts, state.isGoingOn {
            // The middle is another one without this finger; how far they went is not.
            let gone = translation(in: nil)
            let rest = contacts.filter { $0.identifier != contact.identifier }
            contacts = rest
            noteLocation()
            startOver(contact.time, keeping: gone)
        } else if state.isGoingOn || !deferred.isEmpty {
            transition(to: .ended)
        } else if contacts.count == 1 {
            transition(to: .failed)
        }
    }

    open override func reset() { places = PlaceHistory() }

    private func translationBefore(_ contact: GestureContact) -> CGPoint {
        let before = contacts.filter { $0.identifier != contact.identifier }
        guard !before.isEmpty else { return .zero }
        let count = CGFloat(before.count)
        let middle = before.reduce(CGPoint.zero) {
            CGPoint(x: $0.x + $1.location.x / count, y: $0.y + $1.location.y / count)
        }
        return CGPoint(x: middle.x - origin.x, y: middle.y - origin.y)
    }

    private func startOver(_ time: CFTimeInterval, keeping gone: CGPoint) {
        origin = CGPoint(x: lastLocation.x - gone.x, y: lastLocation.y - gone.y)
        places = PlaceHistory()
        places.add(lastLocation, at: time)
    }
}
