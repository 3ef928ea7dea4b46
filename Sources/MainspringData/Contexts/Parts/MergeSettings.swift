internal import Locks
internal import Synchronization

/// The settings of merges of other contexts' saves. Usable on any thread.
final class MergeSettings: Sendable {
    /// Whether saves into the source are merged automatically.
    let isAutomatic = Atomic(false)
    /// The budget of a slice, or nil if merges are done at once.
    let budget = Guarded<MergeBudget?>(nil)
}
