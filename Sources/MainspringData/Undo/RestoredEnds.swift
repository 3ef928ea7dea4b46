/// Where relationships to one lead when an event has been taken back.
///
/// A merge ends links at other ends as a change of the context's; the end to one has what others have saved, or what the program
/// has set before. So members come back, and go, only if their own ends say the same.
struct RestoredEnds {
    private let core: ContextCore
    private let entries: [ObjectIdentifier: EventUndo.Entry]

    init(_ undo: EventUndo, _ core: ContextCore) {
        self.core = core
        entries = Dictionary(undo.entries.map { (ObjectIdentifier($0.object), $0) }) { $1 }
    }

    /// Whether an object will lead to another one; nil if its end is to many, or has not been read.
    func leads(_ object: NSManagedObject, to other: NSManagedObject, slot: Int) -> Bool? {
        guard slot >= 0 else { return nil }
        let place = object.shape.layout.places[slot]
        guard place.kind == .toOne, !object.state.contains(.fault) else { return nil }
        if let entry = entries[ObjectIdentifier(object)] {
            if entry.wasAbsent { return false }
            if let row = entry.row, entry.changed.contains(where: { $0.slot == place.slot }) {
                return core.formerOther(row, place) === other
            }
        }
        return core.currentKey(place, object.memory) == other.key
    }
}
