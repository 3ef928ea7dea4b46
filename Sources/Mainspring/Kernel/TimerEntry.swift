/// A deadline in a queue, and what it stands for.
struct TimerEntry {
    /// Names what the deadline is of; stays the same while the entry lives.
    typealias Slot = UInt32

    var deadline: UInt64
    /// Tells entries with equal deadlines apart; wraps around, and is compared so.
    var sequence: UInt32
    var slot: Slot

    /// Whether one entry comes before another.
    @inline(__always)
    static func precedes(_ left: TimerEntry, _ right: TimerEntry) -> Bool {
        left.deadline < right.deadline
            || left.deadline == right.deadline && Int32(bitPattern: left.sequence &- right.sequence) < 0
    }
}

/// Where in a queue an entry stands; kept by slot.
struct TimerPlace {
    /// Its position in the heap or among the blocks of the wheel; of a free slot, the next free one.
    var position: UInt32
    /// 0 for the heap, otherwise the wheel's bucket and 1.
    var home: UInt16

    static var heap: UInt16 { 0 }
}

/// What a queue keeps for a slot, together, since who needs one of them mostly needs the other soon.
struct TimerRecord<Payload> {
    var place: TimerPlace
    /// Nil while the slot is free.
    var payload: Payload?
}
