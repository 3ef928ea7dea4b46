internal import Diagnostics
internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// What comes before a value is read or written: everything that a plain look into memory would miss.
extension NSManagedObject {
    /// Makes the values readable.
    @inline(never)
    final func prepareToRead() {
        guard state.contains(.checked), let core else { return findValues() }
        core.withAccess(to: self, findValues)
    }

    private func findValues() {
        if state.contains(.orphan) { refuseOrphan() }
        guard state.contains(.fault) else { return }
        fulfil()
        if state.contains(.fault) { findValuesAgain() }
    }

    /// Who was told that the object has its values has refreshed it, or has let go of it.
    @inline(never)
    private func findValuesAgain() {
        for _ in 0..<1_000 {
            if state.contains(.orphan) { refuseOrphan() }
            fulfil()
            guard state.contains(.fault) else { return }
        }
        refuseTelling()
    }

    /// Ends the program where concurrency is checked and the object is used off its context's queue; before anything but a
    /// value is asked for.
    @inline(__always)
    final func checkUse() { if state.contains(.checked) { core?.checkQueue(of: self) } }

    /// Makes the values writable, tells that one is about to change, and keeps how they were, once an event.
    /// - Returns: whether there is anything to write to: who was told may have let go of the object, and its values.
    @inline(never)
    final func prepareToWrite(_ place: SlotPlace) -> Bool {
        if core?.merging != nil, !reachForWriting() { return false }
        if !state.isReadable { prepareToRead() }
        if let observation {
            let wasHere = core != nil
            observation.willChange(self, place)
            guard !isLetGo, core != nil || !wasHere else { return false }
            if !state.isReadable { prepareToRead() }
        }
        noteChange()
        return true
    }

    /// After a value was written.
    @inline(__always)
    final func noteWritten(_ place: SlotPlace) {
        if state.contains(.observed) { observation?.didChange(self, place) }
    }

    /// Says that an object is used whose context has gone.
    private func refuseOrphan() {
        guard state.contains(.fault) else { return }
        programmerError(
            """
            An object of the entity “\(entity.name ?? "")” (\(objectID)) is used, but its context has gone, was reset, or has \
            saved its deletion, and its values with it. Keep the context as long as its objects are used, or fetch the \
            object again.
            """)
    }

    /// The value at a place as key-value coding has it.
    final func readLoosely(_ place: SlotPlace) -> Any? {
        if !state.isReadable { return readCarefully(place) }
        noteRead(place)
        reachOthers(at: place)
        return loose(place)
    }

    @inline(never)
    private func readCarefully(_ place: SlotPlace) -> Any? {
        func read() -> Any? {
            findValues()
            noteRead(place)
            reachOthers(at: place)
            return loose(place)
        }
        guard state.contains(.checked), let core else { return read() }
        return core.withAccess(to: self, read)
    }

    /// The value at a place of an object whose values are in memory; relationships are looked up.
    final func loose(_ place: SlotPlace) -> Any? {
        switch place.kind {
        case .toOne: other(at: place)
        case .toMany, .ordered: members(at: place).loose
        case .fetched: fetchedObjects(at: place)
        default: memory.loose(place)
        }
    }
}
