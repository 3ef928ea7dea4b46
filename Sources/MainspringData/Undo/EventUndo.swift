internal import MainspringModel

/// How the objects were that an event has changed: enough to bring back exactly that.
///
/// It holds the objects, so that they stay the same ones whatever is saved in between.
final class EventUndo {
    /// One object.
    struct Entry {
        let object: NSManagedObject
        /// What the object was to its context before the event.
        let wasUpdated: Bool
        let wasDeleted: Bool
        /// It was no object of the context's yet.
        let wasAbsent: Bool
        /// It was a new object, and no store had it.
        let wasNew: Bool
        /// The event has deleted it; otherwise it stays away if somebody else has.
        let isDeletion: Bool
        /// The store to which it was assigned, if no store had it.
        let assignment: NSPersistentStore?
        /// Its values; nil if they are not to be touched.
        let row: Row?
        /// Which of them the event has changed: others may have become other ones since by what was merged.
        let changed: [SlotPlace]
        /// What has become of its members.
        let members: [MembersEntry]
    }

    /// The members of one relationship.
    struct MembersEntry {
        let slot: Int
        let added: ObjectSet
        let removed: ObjectSet
        /// The objects of `added` that were noted as removed since the last save before the event, and of `removed` that
        /// were noted as added.
        let noted: ObjectSet
        /// Of an ordered relationship: all, as they were.
        let before: ContiguousArray<NSManagedObject>?
    }

    let entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }
}
