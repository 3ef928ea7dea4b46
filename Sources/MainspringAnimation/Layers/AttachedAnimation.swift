/// An animation as a layer has it: a copy of what was added.
struct AttachedAnimation {
    /// Nil for one that was added without a key.
    let key: String?
    let animation: CAAnimation
}
