/// Which changed objects an event has told of: where they are all that a save saves, it need not gather them once more.
struct ToldUpdates {
    /// The number of the event.
    let event: Int
    let objects: Set<NSManagedObject>
}
