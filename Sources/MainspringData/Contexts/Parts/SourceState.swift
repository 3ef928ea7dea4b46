internal import Foundation
internal import Synchronization

/// The state of a context's link to its source, which is a coordinator or a parent.
///
/// Accessed only on the context's queue, except for `holdsGeneration`.
final class SourceState {
    /// Whether permanent identities of objects never change, since the source is a coordinator.
    private(set) var identitiesLast = false
    /// The rows in which the last fault was found. The next one often has the same entity.
    var lastKept: LastKeptRows?
    /// The query generation that the context is pinned to, or nil for the current state of the stores.
    var generation: HeldGeneration? {
        didSet { holdsGeneration.store(generation != nil, ordering: .relaxed) }
    }
    /// Whether there is a generation. Child contexts read it on any thread.
    let holdsGeneration = Atomic(false)
    /// The number of changes after which rows that were read earlier may differ from the source: saves and merges.
    private(set) var changeCount = 0
    /// The greatest age of a row for a fault, in seconds. A negative value means any age.
    var stalenessInterval: TimeInterval = -1
    /// Whether a save into a parent fails if the parent's objects were modified after they were read.
    var detectsConflictsInParent = false
    /// The speed of reading, for asynchronous fetches.
    var pace = ReadingPace()

    /// Notes that the source was replaced.
    func noteSource(_ source: (any ObjectSource)?) {
        lastKept = nil
        identitiesLast = source?.givesPermanentIdentities ?? false
    }

    /// Notes that rows may differ from earlier ones.
    func noteChange() { changeCount += 1 }
}
