internal import Foundation

/// Relationships to one: an object, or only its identity as long as nobody has asked for it.
extension ValueMemory {
    /// Whether the place holds an identity. The bit that says of other kinds that they are nil says it.
    @inline(__always)
    func isUnresolved(_ place: SlotPlace) -> Bool { isNil(place) }

    /// The object, if the place holds one.
    @inline(__always)
    func object(_ place: SlotPlace) -> NSManagedObject? {
        guard !isUnresolved(place), let reference = reference(place) else { return nil }
        return unsafeDowncast(reference, to: NSManagedObject.self)
    }

    @inline(__always)
    func setObject(_ object: NSManagedObject?, _ place: SlotPlace) {
        setReference(object, place)
        setNil(false, place)
    }

    func setIdentity(_ identity: NSManagedObjectID?, _ place: SlotPlace) {
        setReference(identity, place)
        setNil(identity != nil, place)
    }

    /// The identity of the other object, whatever the place holds.
    func destination(_ place: SlotPlace) -> NSManagedObjectID? {
        guard let reference = reference(place) else { return nil }
        if isUnresolved(place) { return unsafeDowncast(reference, to: NSManagedObjectID.self) }
        return unsafeDowncast(reference, to: NSManagedObject.self).objectID
    }

    /// The key of the other object, whatever the place holds.
    func destinationKey(_ place: SlotPlace) -> ObjectKey? {
        // Not counted: the place holds it as long as this takes.
        counted(place, as: Unmanaged<AnyObject>?.self).pointee?._withUnsafeGuaranteedRef { reference in
            isUnresolved(place)
                ? unsafeDowncast(reference, to: NSManagedObjectID.self).key
                : unsafeDowncast(reference, to: NSManagedObject.self).key
        }
    }

    /// The members of a relationship to many; nil if nobody has asked for them.
    @inline(__always)
    func members(_ place: SlotPlace) -> Members? { reference(place).map { unsafeDowncast($0, to: Members.self) } }
}
