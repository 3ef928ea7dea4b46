internal import Foundation
internal import MainspringModel

/// How values come into memory, and leave it.
extension NSManagedObject {
    /// Reads the values of a fault.
    final func fulfil() {
        guard let core else { return }
        core.fulfil(self)
    }

    /// Takes a row's values over.
    @inline(__always)
    final func takeValues(of row: consuming Row) {
        if state.contains(.linksMarked) { noteLinksChange() }
        state.subtract(.fault)
        state.insert(.sharing)
        memory = row.memory
        savedRow = row
    }

    /// Its values, to be written. What it has in common with its row is copied before: most objects are only read.
    @inline(__always)
    final var ownMemory: ValueMemory {
        if !state.isDisjoint(with: .gatesOwning) { stopSharing() }
        return memory
    }

    /// The same, where a relationship to one is to lead elsewhere.
    @inline(__always)
    final var linkMemory: ValueMemory {
        if state.contains(.linksMarked) { noteLinksChange() }
        return ownMemory
    }

    /// Whoever relies on where links lead is to look again.
    final func noteLinksChange() {
        state.remove(.linksMarked)
        core?.noteLinksChange(self)
    }

    @inline(never)
    final func stopSharing() {
        // Whoever writes has made the values readable: what is not there cannot be written to.
        if state.contains(.fault) { prepareToRead() }
        guard state.contains(.sharing) else { return }
        memory = shape.layout.copy(memory)
        state.remove(.sharing)
    }

    /// Lets all values be nil: the row has gone.
    final func takeNoValues() {
        memory = ValueMemory(base: .allocate(byteCount: shape.layout.byteCount, alignment: 8))
        memory.base.initializeMemory(as: UInt8.self, repeating: 0, count: shape.layout.byteCount)
        for place in shape.layout.places { memory.initialize(place) }
        state.remove(.fault)
        state.insert(.inaccessible)
    }

    /// Makes the object a fault, without a word to it.
    final func dropValues() {
        guard !state.contains(.fault) else { return }
        if state.contains(.linksMarked) { noteLinksChange() }
        if let core, !core.pendingChanges.openChanges.isEmpty {
            core.pendingChanges.openChanges.removeAll { $0.object === self }
        }
        let (memory, isOwn) = (memory, !state.contains(.sharing))
        self.memory = .none
        state.remove(.sharing)
        (saved, before) = (nil, nil)
        state.insert(.fault)
        guard isOwn else { return }
        ChainRelease.release(memory, shape.layout)
        shape.layout.destroy(memory)
    }
}
