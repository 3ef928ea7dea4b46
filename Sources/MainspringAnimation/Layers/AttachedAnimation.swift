/// An animation as a layer has it: a copy of what was added.
struct AttachedAnimation {
    /// Nil for one that was added without a key.
    let key: String?
    let animation: CAAnimation
    let record: AnimationRecord
    /// What is published of it; nil until the first commit.
    var committed: CommittedTracks?

    /// It has ended, its delegate knows, and its layer is to have it no more.
    var isGone: Bool { record.isSettled && record.isRemovedOnCompletion }
}
