internal import Diagnostics
internal import Mainspring

/// Copies what is in groups of animations: by a list, since groups may be nested deeper than a stack is, each group
/// once, however often it is used, and none into itself.
final class GroupCopy {
    private static let slot = ThreadSlot()
    private static let complaints = OnceLog<ObjectIdentifier>(
        ending: "Of further groups inside themselves nothing is said.")

    /// The calling thread's: a group of a class that is not ours may copy itself in between.
    static var current: GroupCopy { slot.object { GroupCopy() } }

    /// A group that is being copied.
    private struct Level {
        let original: CAAnimationGroup
        let copy: CAAnimationGroup
        let animations: [CAAnimation]
        var made: [CAAnimation] = []
        var next = 0

        mutating func takeNext() -> CAAnimation? {
            guard next < animations.count else { return nil }
            defer { next += 1 }
            return animations[next]
        }
    }

    /// Those that are being copied, in one another.
    private var open: Set<ObjectIdentifier> = []
    private var copies: [ObjectIdentifier: CAAnimation] = [:]

    /// Gives a copy of a group copies of what is in the group.
    func fill(_ copy: CAAnimationGroup, from original: CAAnimationGroup) {
        guard let animations = original.animations else { return copy.animations = nil }
        guard open.insert(ObjectIdentifier(original)).inserted else { return complain(original) }
        var levels = [Level(original: original, copy: copy, animations: animations)]
        while !levels.isEmpty {
            // By index: while there is a copy of a level, what is added to its list costs a copy of the list.
            let last = levels.count - 1
            guard let each = levels[last].takeNext() else {
                let level = levels.removeLast()
                level.copy.animations = level.made
                open.remove(ObjectIdentifier(level.original))
                continue
            }
            guard let made = copied(each) else { continue }
            levels[last].made.append(made.copy)
            if let inside = made.inside, let group = each as? CAAnimationGroup,
                let copy = made.copy as? CAAnimationGroup
            {
                open.insert(ObjectIdentifier(group))
                levels.append(Level(original: group, copy: copy, animations: inside))
            }
        }
        if open.isEmpty { copies = [:] }
    }

    /// A copy, and what is to be copied into it; nil for a group that is around.
    private func copied(_ animation: CAAnimation) -> (copy: CAAnimation, inside: [CAAnimation]?)? {
        guard let group = animation as? CAAnimationGroup else {
            return (animation.copy() as? CAAnimation).map { ($0, nil) }
        }
        let identity = ObjectIdentifier(group)
        if open.contains(identity) {
            complain(group)
            return nil
        }
        if let copy = copies[identity] { return (copy, nil) }
        guard type(of: group) == CAAnimationGroup.self else {
            guard LayerNesting.current.hasRoom(toAsk: group, "copy(with:)") else { return nil }
            guard let copy = group.copy() as? CAAnimation else { return nil }
            copies[identity] = copy
            return (copy, nil)
        }
        let copy = CAAnimationGroup()
        copy.takeCommonValues(of: group)
        copies[identity] = copy
        return (copy, group.animations)
    }

    private func complain(_ group: CAAnimationGroup) {
        Self.complaints.write(
            ObjectIdentifier(group),
            "an animation group is inside itself; there it is left out. Make another group for it.")
    }
}
