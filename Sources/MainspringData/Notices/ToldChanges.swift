/// Which objects an event has told of: where they are all that a save saves, it need not gather them once more.
struct ToldChanges {
    /// The number of the event.
    let event: Int
    let inserted: Set<NSManagedObject>
    let updated: Set<NSManagedObject>
}
