/// What an object is to its context.
struct ObjectState: OptionSet {
    let rawValue: UInt32

    /// Its values are not in memory.
    static let fault = ObjectState(rawValue: 1 << 0)
    /// It was inserted, and has not been saved.
    static let inserted = ObjectState(rawValue: 1 << 1)
    /// It was changed, and has not been saved since.
    static let updated = ObjectState(rawValue: 1 << 2)
    /// It is to be deleted by the next save.
    static let deleted = ObjectState(rawValue: 1 << 3)
    /// It stands in the list of what this event has changed; how it was before is kept.
    static let tracked = ObjectState(rawValue: 1 << 4)
    /// Each access is checked: whether it is on the context's queue.
    static let checked = ObjectState(rawValue: 1 << 5)
    /// Somebody observes it, or has.
    static let observed = ObjectState(rawValue: 1 << 6)
    /// It was inserted in this event.
    static let insertedNow = ObjectState(rawValue: 1 << 7)
    /// It was deleted in this event.
    static let deletedNow = ObjectState(rawValue: 1 << 8)
    /// It stands in the list of what is not saved.
    static let listed = ObjectState(rawValue: 1 << 9)
    /// What its deletion does to others has been done.
    static let propagated = ObjectState(rawValue: 1 << 10)
    /// It had a context, which has gone or has forgotten it.
    static let orphan = ObjectState(rawValue: 1 << 11)
    /// Its values were refreshed in this event.
    static let refreshedNow = ObjectState(rawValue: 1 << 12)
    /// Its row has gone: all its values are nil.
    static let inaccessible = ObjectState(rawValue: 1 << 13)

    /// It had no changes before this event.
    static let updatedNow = ObjectState(rawValue: 1 << 14)

    /// It was deleted before this event, which has changed it again.
    static let deletedBefore = ObjectState(rawValue: 1 << 15)

    /// Its values lie in the row that it was read from, and not in memory of its own.
    static let sharing = ObjectState(rawValue: 1 << 16)

    /// It is told that it has got its values, and stands in no list, though it says so: what it changes then is not noted.
    static let awaking = ObjectState(rawValue: 1 << 17)

    /// A fetch has looked where its links lead, and relies on that.
    static let linksMarked = ObjectState(rawValue: 1 << 18)

    /// They may lead elsewhere since.
    static let linksChanged = ObjectState(rawValue: 1 << 19)

    /// Such a link leads to it, and it was known by where it lies in memory.
    static let markedByPlace = ObjectState(rawValue: 1 << 20)

    /// It was told that it is about to be saved, by a save in slices that has not ended; no hook has changed it since.
    static let toldOfSave = ObjectState(rawValue: 1 << 21)

    /// It stands for a row that a batch is to insert, and belongs to no context: it has links at its own end alone.
    static let ofBatch = ObjectState(rawValue: 1 << 22)

    /// What a read must look at.
    static let gatesReading: ObjectState = [.fault, .checked, .orphan]
    /// What a write must look at, and that the event has the object already.
    static let gatesWriting: ObjectState = [
        .fault, .checked, .orphan, .observed, .deleted, .sharing, .tracked,
    ]
    /// What must not be when memory is written.
    static let gatesOwning: ObjectState = [.fault, .sharing]
    /// What a write must look at before it calls nobody.
    static let gatesTelling: ObjectState = [.fault, .checked, .orphan, .observed]
    /// What is not saved.
    static let pending: ObjectState = [.inserted, .updated, .deleted]

    /// Whether a value can be read without more ado.
    @inline(__always)
    var isReadable: Bool { rawValue & Self.gatesReading.rawValue == 0 }

    /// Whether a value can be written without more ado.
    @inline(__always)
    var isWritable: Bool { rawValue & Self.gatesWriting.rawValue == Self.tracked.rawValue }
}
