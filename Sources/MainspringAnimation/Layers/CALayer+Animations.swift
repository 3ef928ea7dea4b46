internal import Mainspring

/// The animations that a layer has.
extension CALayer {
    func attach(_ animation: CAAnimation, forKey key: String?) {
        guard let copy = animation.ownCopy else { return }
        let key = copy.ownKey(for: key)
        TransactionStack.lendCurrent { attach(copy, forKey: key, $0) }
    }

    private func attach(_ copy: CAAnimation, forKey key: String?, _ stack: TransactionStack) {
        // Once: each time that it is read its references are counted.
        let context = context
        if let context { stack.touch(context) }
        if let key { detachAnimation(forKey: key, .replaced) }
        if !(copy.duration > 0) { copy.duration = max(stack.animationDuration, 0) }
        if copy.timingFunction == nil { copy.timingFunction = stack.value { $0.timingFunction } ?? nil }
        attached.append(
            AnimationRecord(copy, forKey: key, on: CFRunLoopGetCurrent(), group: stack.currentGroup, layer: self))
        stack.noteAnimation(of: self)
        context?.note(self, .animations)
    }

    func detachAnimation(forKey key: String, _ how: AnimationEnding.How = .removed) {
        attached.firstIndex { $0.key == key }.map { detach(at: $0, how) }
    }

    func detach(_ record: AnimationRecord) {
        attached.firstIndex { $0 === record }.map { detach(at: $0, .removed) }
    }

    private func detach(at index: Int, _ how: AnimationEnding.How) {
        if let context {
            TransactionStack.lendCurrent { $0.touch(context) }
            context.note(self, .animations)
        }
        let removed = attached.remove(at: index)
        noteEnding(of: removed, how)
        cancel(removed)
    }

    /// - Parameter how: `hostless` where the layer is in no host, so that no animation of it will ever run.
    func detachAllAnimations(_ how: AnimationEnding.How = .removed) {
        guard let last = attached.last else { return }
        if let context {
            TransactionStack.current.touch(context)
            context.note(self, .animations)
        }
        noteEnding(of: last, how)
        let removed = attached
        attached = []
        for each in removed { cancel(each) }
    }

    /// Ends an animation; not one that a presentation has of its model.
    private func cancel(_ record: AnimationRecord) {
        if modelLayer == nil || record.belongs(to: self) { record.cancel() }
    }

    var attachedKeys: [String]? {
        let keys = attached.compactMap { $0.isGone ? nil : $0.key }
        return keys.isEmpty ? nil : keys
    }

    func attachedAnimation(forKey key: String) -> CAAnimation? {
        attached.first { $0.key == key && !$0.isGone }?.animation
    }

    /// An animation came to its end. Nobody else changes the tree meanwhile.
    func letGo(of record: AnimationRecord) {
        guard let index = attached.firstIndex(where: { $0 === record }) else { return }
        noteEnding(of: attached.remove(at: index), .finished)
        context?.note(self, .animations)
    }
}
