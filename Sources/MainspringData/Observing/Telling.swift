internal import Diagnostics
internal import Foundation

/// Who is told before something is written, each once: observers, and objects that get their values for it.
///
/// They may do anything to the context: save it, refresh or forget its objects, change them. So nothing that was seen before
/// somebody was told counts after it. The rule for all that writes: look at what is to be written, and tell whom it meets,
/// until a look has told nobody; then write all ends at once, and call nobody meanwhile. See ``NSManagedObject/tell(_:_:)``.
struct Telling {
    /// What there is only if somebody is told.
    private final class Record {
        var ends: [(object: NSManagedObject, place: SlotPlace)] = []
        var known: Set<End> = []
        var readAnew = ObjectSet()
    }

    private struct End: Hashable {
        let object: ObjectIdentifier
        let slot: UInt16
    }

    /// What an object was to its context.
    struct Hold {
        fileprivate let home: ObjectIdentifier?
        fileprivate let isDeleted: Bool

        /// The same of an object that belongs, or is to belong, to another's context.
        fileprivate func `in`(_ other: Hold) -> Hold { Hold(home: other.home, isDeleted: isDeleted) }
    }

    private var record: Record?

    /// Makes one end writable, and tells that it is about to change.
    /// - Returns: whether nobody had to be told; otherwise nothing counts that was seen before.
    @inline(__always)  // Each write of a link asks.
    mutating func isQuiet(_ object: NSManagedObject, _ place: SlotPlace) -> Bool {
        object.state.isDisjoint(with: .gatesTelling) || tell(object, place)
    }

    @inline(never)
    private mutating func tell(_ object: NSManagedObject, _ place: SlotPlace) -> Bool {
        let wasFault = object.state.contains(.fault)
        if !object.state.isReadable { object.prepareToRead() }
        guard !wasFault else { return false }
        guard let observation = object.observation, note(object, place) else { return true }
        observation.willChange(object, place)
        return false
    }

    private mutating func note(_ object: NSManagedObject, _ place: SlotPlace) -> Bool {
        let record = made()
        let end = End(object: ObjectIdentifier(object), slot: place.slot)
        guard record.known.insert(end).inserted else { return false }
        record.ends.append((object, place))
        return true
    }

    /// Whether an object has not been read anew for this write yet.
    mutating func isFirstReading(of object: NSManagedObject) -> Bool { made().readAnew.insert(object) }

    private mutating func made() -> Record {
        let made = record ?? Record()
        record = made
        return made
    }

    /// Tells that all is written.
    @inline(__always)
    func finish() { if let record { finish(record) } }

    @inline(never)
    private func finish(_ record: Record) {
        for (object, place) in record.ends { object.observation?.didChange(object, place) }
    }
}

extension NSManagedObject {
    /// Tells whom a write meets, until a look at what is to be written has told nobody.
    /// - Parameters:
    ///   - target: an object that a link is to lead to.
    ///   - look: returns whether all ends are quiet.
    /// - Returns: who was told; nil if the object, or the target, was let go, or deleted, by them: then there
    ///   is nothing to be written, as if they had done that after it.
    @inline(__always)
    final func tell(_ target: NSManagedObject? = nil, _ look: (inout Telling) -> Bool) -> Telling? {
        var telling = Telling()
        let (hold, targetHold) = (hold, target?.hold)
        var looks = 0
        while !look(&telling) {
            guard isHeld(hold) else { return nil }
            if let target, let targetHold, !target.isHeld(targetHold.in(hold)) { return nil }
            looks += 1
            if looks > Self.mostLooks { refuseTelling() }
        }
        return telling
    }

    static var mostLooks: Int { 10_000 }

    /// What the object is to its context before somebody is told.
    @inline(__always)
    final var hold: Telling.Hold {
        Telling.Hold(home: core.map { ObjectIdentifier($0) }, isDeleted: state.contains(.deleted))
    }

    /// Whether the object is still where it was, can have values, and has not been deleted; one that was in no context may be in
    /// one now.
    final func isHeld(_ hold: Telling.Hold) -> Bool {
        (hold.home == nil || self.hold.home == hold.home) && !isLetGo
            && (hold.isDeleted || !state.contains(.deleted))
    }

    /// Whether the object has no values any more and will get none.
    final var isLetGo: Bool { state.isSuperset(of: [.orphan, .fault]) }

    /// Whoever turns an object into a fault each time that it gets its values would keep this going for ever.
    final func refuseTelling() -> Never {
        programmerError(
            """
            \(objectID) cannot be read or changed: who is told of it (awakeFromFetch(), observers) has refreshed it, or changed \
            others, thousands of times over. Do not refresh an object there that has just been read.
            """)
    }

    /// Puts the object on the event's list before its memory is written, when all have been told.
    @inline(__always)
    final func noteChange() { if !state.contains(.tracked) { core?.track(self) } }
}
