internal import Mainspring

/// The animations that a layer has.
extension CALayer {
    func attach(_ animation: CAAnimation, forKey key: String?) {
        guard let copy = animation.copy() as? CAAnimation else { return }
        let key = copy is CATransition ? kCATransition : key
        let stack = TransactionStack.current
        if let context { stack.touch(context) }
        if let key { detachAnimation(forKey: key, .replaced) }
        if !(copy.duration > 0) { copy.duration = max(stack.value { $0.duration } ?? 0.25, 0) }
        if copy.timingFunction == nil { copy.timingFunction = stack.value { $0.timingFunction } ?? nil }
        let record = AnimationRecord(copy, on: CFRunLoopGetCurrent(), group: stack.currentGroup, layer: self)
        attached.append(AttachedAnimation(key: key, animation: copy, record: record))
        stack.noteAnimation(of: self)
        context?.note(self, .animations)
    }

    func detachAnimation(forKey key: String, _ how: AnimationEnding.How = .removed) {
        guard let index = attached.firstIndex(where: { $0.key == key }) else { return }
        noteAnimationsChange()
        noteEnding(of: attached[index], how)
        let removed = attached.remove(at: index)
        cancel(removed)
    }

    func detach(_ record: AnimationRecord) {
        guard let index = attached.firstIndex(where: { $0.record === record }) else { return }
        noteAnimationsChange()
        noteEnding(of: attached[index], .removed)
        let removed = attached.remove(at: index)
        cancel(removed)
    }

    func detachAllAnimations() {
        guard !attached.isEmpty else { return }
        noteAnimationsChange()
        attached.last.map { noteEnding(of: $0, .removed) }
        let removed = attached
        attached = []
        for each in removed { cancel(each) }
    }

    /// Ends an animation; not one that a presentation has of its model.
    private func cancel(_ animation: AttachedAnimation) {
        if modelLayer == nil || animation.record.belongs(to: self) { animation.record.cancel() }
    }

    var attachedKeys: [String]? {
        let keys = attached.compactMap { $0.isGone ? nil : $0.key }
        return keys.isEmpty ? nil : keys
    }

    func attachedAnimation(forKey key: String) -> CAAnimation? {
        attached.first { $0.key == key && !$0.isGone }?.animation
    }

    /// An animation came to its end. Where the tree is another thread's by now, that one lets go of it with its next commit.
    func letGo(of record: AnimationRecord) {
        guard let context else { return attached.removeAll { $0.record === record } }
        context.tidy(for: .current) {
            guard let index = attached.firstIndex(where: { $0.record === record }) else { return }
            noteEnding(of: attached[index], .finished)
            attached.remove(at: index)
            context.note(self, .animations)
        }
    }

    /// The layer is in no host, so that no animation of it will ever run.
    func endAnimationsWithoutHost() {
        attached.last.map { noteEnding(of: $0, .hostless) }
        let removed = attached
        attached = []
        for each in removed { cancel(each) }
    }

    private func noteAnimationsChange() {
        guard let context else { return }
        TransactionStack.current.touch(context)
        context.note(self, .animations)
    }
}
