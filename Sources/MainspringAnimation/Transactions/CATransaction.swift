public import Foundation
public import Mainspring
internal import MainspringFoundation

/// Changes of layers that belong together: they show in the same frame, and their animations share duration, pace and
/// completion.
///
/// Each thread has transactions of its own. A change of a layer in a host without an open transaction opens an implicit
/// one, which the thread's run loop commits before it sleeps. Explicit ones may be nested; what changed is pushed when
/// the outermost ends.
public class CATransaction: NSObject {
    /// Opens a transaction inside the current one.
    /// - Parameters:
    ///   - file: Ours: said where a wait for the transaction could never end.
    ///   - line: Ours: likewise.
    public class func begin(file: StaticString = #fileID, line: UInt = #line) {
        TransactionStack.current.begin(file: file, line: line)
    }

    /// Ends the innermost transaction; without one it does nothing, and says so once.
    ///
    /// Calls no completion block and no delegate: these come later, from the run loop.
    public class func commit() { TransactionStack.current.commit() }

    /// Commits the implicit transaction at once. With an explicit one open inside it, its turn comes when that has
    /// ended.
    public class func flush() { TransactionStack.current.commitImplicit() }

    /// Takes a lock that the process has for whoever shares data between threads that change layers. It may be taken
    /// again.
    ///
    /// Layers themselves need none: a tree belongs to one thread at a time.
    public class func lock() { TransactionLock.shared.lock() }

    /// Gives the lock back; without having it, does nothing.
    public class func unlock() { TransactionLock.shared.unlock() }

    /// How long animations take that do not say so, seconds; 0.25 at first.
    public class func animationDuration() -> CFTimeInterval { TransactionStack.current.animationDuration }

    /// Sets how long animations take that do not say so, for the current transaction and those inside it.
    ///
    /// Below 0 it counts as 0. What is no number changes nothing, and is told once.
    public class func setAnimationDuration(_ dur: CFTimeInterval) {
        guard !dur.isNaN else { return TransactionRefusal.tell(kCATransactionAnimationDuration, dur, "a number") }
        TransactionStack.current.setValue { $0.duration = dur }
    }

    /// The pace of animations that do not say so; nil leaves it to them.
    public class func animationTimingFunction() -> CAMediaTimingFunction? {
        TransactionStack.current.value { $0.timingFunction } ?? nil
    }

    /// Sets the pace of animations that do not say so, for the current transaction and those inside it.
    public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
        TransactionStack.current.setValue { $0.timingFunction = .some(function) }
    }

    /// Whether changes run no actions, and so begin no implicit animations.
    public class func disableActions() -> Bool { TransactionStack.current.disablesActions }

    /// Sets whether changes run no actions, for the current transaction and those inside it.
    public class func setDisableActions(_ flag: Bool) {
        TransactionStack.current.setValue { $0.disablesActions = flag }
    }

    /// The block that was set last, in this transaction or one around it.
    public class func completionBlock() -> (() -> Void)? {
        TransactionStack.current.value { $0.completion }?.block
    }

    /// Sets what is called when all animations are over that are added from now on in this transaction.
    ///
    /// A block that was set before stays with its animations, and is called too; so does the block of a transaction
    /// around this one, which does not wait for animations that this one's block waits for. Without animations the
    /// block is called in a later turn of the loop, after the commit. It is called by the loop of this thread, if that
    /// runs or holds a source or timer, else by the main loop.
    public class func setCompletionBlock(_ block: (() -> Void)?) {
        TransactionStack.current.setCompletionBlock(block)
    }

    /// The value of a key, in this transaction or one around it; nil for one that was never set.
    public class func value(forKey key: String) -> Any? {
        switch Key(rawValue: key) {
        case .animationDuration: animationDuration()
        case .animationTimingFunction: animationTimingFunction()
        case .disableActions: disableActions()
        case .completionBlock: completionBlock()
        case nil: TransactionStack.current.value(forKey: key)
        }
    }

    /// Sets the value of a key, for the current transaction and those inside it. Any key will do.
    ///
    /// Nil for one of the keys below is its default. A value of a wrong type for one of them changes nothing, and is
    /// told once.
    public class func setValue(_ anObject: Any?, forKey key: String) {
        switch Key(rawValue: key) {
        case .animationDuration:
            guard let given = anObject else { return setAnimationDuration(TransactionStack.defaultAnimationDuration) }
            guard let duration = Double.fromKeyValue(given) else {
                return TransactionRefusal.tell(key, given, "a number of seconds")
            }
            setAnimationDuration(duration)
        case .animationTimingFunction:
            guard let given = anObject else { return setAnimationTimingFunction(nil) }
            guard let function = given as? CAMediaTimingFunction else {
                return TransactionRefusal.tell(key, given, "a CAMediaTimingFunction")
            }
            setAnimationTimingFunction(function)
        case .disableActions:
            guard let flag = Bool.fromKeyValue(anObject ?? false) else {
                return TransactionRefusal.tell(key, anObject, "true or false")
            }
            setDisableActions(flag)
        case .completionBlock:
            guard let given = anObject else { return setCompletionBlock(nil) }
            guard let block = block(given) else { return TransactionRefusal.tell(key, given, "a () -> Void") }
            setCompletionBlock(block)
        case nil: TransactionStack.current.setValue(anObject, forKey: key)
        }
    }

    /// A closure that any thread may call is another type to a cast.
    private class func block(_ any: Any?) -> (() -> Void)? { any as? () -> Void ?? any as? @Sendable () -> Void }

    private enum Key: String {
        case animationDuration, animationTimingFunction, disableActions, completionBlock
    }
}

/// The key of ``CATransaction/animationDuration()``.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of ``CATransaction/disableActions()``.
public let kCATransactionDisableActions = "disableActions"
/// The key of ``CATransaction/animationTimingFunction()``.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of ``CATransaction/completionBlock()``.
public let kCATransactionCompletionBlock = "completionBlock"
