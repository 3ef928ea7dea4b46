internal import Mainspring

/// Taking out what has ended.
extension LayerContext {
    /// Takes out an animation that has ended, on the loop of who committed last if nobody changes the tree, else with
    /// the next commit.
    ///
    /// Whoever changes the tree next may: what was taken out is no change that others have to wait for.
    /// - Parameter isStrayed: The loop of who committed last was asked, and its thread has gone.
    static func letGo(_ record: AnimationRecord, of claim: TreeClaim, isStrayed: Bool = false) {
        let stack = TransactionStack.current
        // The layer is another thread's until the tree is ours.
        if claim.owner == stack.id { return record.letGoByLayer() }
        guard let former = claim.borrow(by: stack.id) else { return claim.leaveBehind(record) }
        guard let context = record.context, context.claim === claim else { return claim.release(by: stack.id) }
        if former == 0, let loop = context.loop, !loop.isCurrent {
            claim.release(by: stack.id)
            if isStrayed { return claim.leaveBehind(record) }
            return loop.deliver { letGo(record, of: claim, isStrayed: true) }
        }
        record.letGoByLayer()
        stack.notePending(context)
        claim.lend(by: stack.id)
    }

    /// Publishes what ``letGo(_:of:isStrayed:)`` has left. False if the stack has the tree for good, and is to prepare
    /// it too.
    func publishTidied(_ stack: TransactionStack) -> Bool {
        if owner == stack.id { return false }
        if claim.borrow(by: stack.id, onlyOwn: true) != nil { publish(stack) }
        return true
    }
}
