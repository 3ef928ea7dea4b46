internal import Mainspring
public import MainspringFoundation

/// Several animations that run together, in the time of the group.
///
/// The animations are not sped up or slowed down to fit: what lies behind the group's duration is cut off. Their own
/// delegates and ``CAAnimation/isRemovedOnCompletion`` are not asked. A group that is inside itself is left out there,
/// which is told.
open class CAAnimationGroup: CAAnimation {
    private var inside: [CAAnimation]?

    /// The animations; their begin times are in the group's time.
    open var animations: [CAAnimation]? {
        get { inside }
        set { inside = newValue }
    }

    deinit { StepwiseRelease.release(&inside) }

    override func takeValues(of other: CAAnimation) {
        super.takeValues(of: other)
        guard let other = other as? CAAnimationGroup else { return }
        GroupCopy.current.fill(self, from: other)
    }

    /// The keys of the class's own properties.
    open override class var keyTable: KeyTable { CAAnimationGroup.keys }

    private static let keys = KeyTable(CAAnimationGroup.self) {
        $0.add("animations", get: { $0.animations }, set: { $0.animations = $1 })
    }
}
