public import Observation

/// Who is told when an object's properties change, as Swift's observation has it.
///
/// Each property has a key path of its own, by its slot; those of the classes are not needed, since nobody but the
/// registrar sees them.
final class ObjectObservation {
    private let registrar = ObservationRegistrar()

    func access(_ object: NSManagedObject, _ place: SlotPlace) {
        registrar.access(object, keyPath: \.[observed: place.slot])
    }

    func willChange(_ object: NSManagedObject, _ place: SlotPlace) {
        registrar.willSet(object, keyPath: \.[observed: place.slot])
    }

    func didChange(_ object: NSManagedObject, _ place: SlotPlace) {
        registrar.didSet(object, keyPath: \.[observed: place.slot])
    }

    /// All properties may have changed: the object was refreshed, merged or undone.
    func changeAll(_ object: NSManagedObject) {
        for place in object.shape.layout.places {
            willChange(object, place)
            didChange(object, place)
        }
    }
}

extension NSManagedObject: Observable {
    /// What the key paths lead to by which properties are told apart.
    fileprivate final subscript(observed slot: UInt16) -> UInt16 { slot }

    /// Lets whoever is tracking know that a property was read.
    @inline(__always)
    final func noteRead(_ place: SlotPlace) {
        if ObservationProbe.isTracking() { beginObservation(place) }
    }

    @inline(never)
    private func beginObservation(_ place: SlotPlace) {
        let known = observation ?? ObjectObservation()
        observation = known
        state.insert(.observed)
        known.access(self, place)
    }
}
