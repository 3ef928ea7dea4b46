internal import Diagnostics
internal import Mainspring

/// The transactions that are open on a thread, and what they have gathered.
///
/// The outermost one may be implicit. What has changed is pushed as a whole: when the outermost explicit transaction is
/// committed with nothing implicit around it, or when the loop commits the implicit one.
final class TransactionStack {
    private static let slot = ThreadSlot()

    /// The calling thread's.
    @inline(__always)
    static var current: TransactionStack { slot.object { TransactionStack() } }

    /// Lends the calling thread's, without counting its references: 40 instructions, two of them locked, less than by
    /// ``current``.
    @inline(__always)
    static func lendCurrent<Result>(_ body: (TransactionStack) -> Result) -> Result {
        slot.lend(orMake: { TransactionStack() }, body)
    }

    /// What trees know the thread by.
    private(set) lazy var id = UInt(bitPattern: ObjectIdentifier(self))

    /// From the outermost to the innermost.
    private(set) var levels: [TransactionLevel] = [] {
        didSet { disablesActions = levels.isEmpty ? false : levels[levels.count - 1].disablesActions }
    }
    private var values = TransactionValues()
    /// Whether changes run no actions; at hand, since each change asks.
    private(set) var disablesActions = false
    /// The trees that were changed.
    private var contexts: [LayerContext] = []
    /// Layers without a host that got animations.
    private var hostless: [CALayer] = []
    /// Groups whose transactions were not pushed yet.
    private var groups: [CompletionGroup] = []
    /// How many animations were added since the last push.
    private var addedAnimations = 0
    private let observer = TransactionObserver()
    private let waitGuard = TransactionWaitGuard()
    private var isPushing = false

    deinit {
        for layer in hostless where layer.context == nil { layer.detachAllAnimations(.hostless) }
        guard !contexts.isEmpty || !groups.isEmpty else { return }
        report(
            "Mainspring: a thread has ended with changes of layers that were never committed; they show when the tree is changed next. "
                + "Call CATransaction.flush() on a thread without a running loop before it ends.")
        for context in contexts { context.claim.release(by: id) }
        for group in groups { group.leave() }
    }

    // MARK: Levels

    func begin(file: StaticString, line: UInt) {
        levels.append(TransactionLevel(origin: (file, line), inside: levels.last))
    }

    /// Ends the innermost transaction. Without one it does nothing.
    func commit() {
        guard !levels.isEmpty else {
            return UnmatchedCommit.log.write(0, UnmatchedCommit.sentence)
        }
        if levels.count == 1 {
            let isImplicit = levels[0].isImplicit
            push()
            if !levels.isEmpty { end() }
            if isImplicit { observer.rest() }
            // What was changed by code that publishing called is for the next turn.
            if !contexts.isEmpty { openIfNeeded() }
        } else {
            end()
        }
    }

    /// The innermost transaction is no more.
    private func end() {
        let ended = levels.removeLast()
        for key in ended.ownKeys { _ = values.set(nil, forKey: key, atDepth: levels.count) }
    }

    /// Commits the implicit transaction, unless an explicit one inside it is open.
    func commitImplicit() {
        guard levels.count == 1, levels[0].isImplicit, !isPushing else { return }
        commit()
    }

    /// Opens an implicit transaction, if none is open.
    @inline(__always)
    func openIfNeeded() {
        if levels.isEmpty { openImplicit() }
    }

    private func openImplicit() {
        levels.append(TransactionLevel())
        observer.watch { [unowned self] in commitImplicit() }
    }

    /// Changes what the innermost transaction says; an implicit one is opened if there is none.
    func setValue(_ change: (inout TransactionLevel) -> Void) {
        openIfNeeded()
        change(&levels[levels.count - 1])
    }

    /// What the innermost transaction says that says anything.
    func value<Value>(_ value: (TransactionLevel) -> Value?) -> Value? {
        // By index: a copy of a level counts what it holds.
        levels.isEmpty ? nil : value(levels[levels.count - 1])
    }

    /// The value of a key that is none of the library's.
    func value(forKey key: String) -> Any? { values[key] }

    /// Sets the value of a key that is none of the library's, in the innermost transaction.
    func setValue(_ value: Any?, forKey key: String) {
        openIfNeeded()
        levels[levels.count - 1].ownKeys.insert(key)
        let former = values.set(value, forKey: key, atDepth: levels.count - 1)
        withExtendedLifetime(former) {}
    }

    /// How long animations take that do not say so, where no transaction says it; seconds.
    static let defaultAnimationDuration = 0.25

    /// How long animations take that do not say so, seconds.
    var animationDuration: Double { value { $0.duration } ?? Self.defaultAnimationDuration }

    /// Makes changes that run no actions, in a transaction of their own.
    static func withoutActions(file: StaticString = #fileID, line: UInt = #line, _ changes: () -> Void) {
        let stack = current
        stack.begin(file: file, line: line)
        defer { stack.commit() }
        stack.setValue { $0.disablesActions = true }
        changes()
    }

    // MARK: Completion

    @discardableResult
    func setCompletionBlock(_ block: (() -> Void)?, isBatch: Bool = false) -> CompletionGroup? {
        openIfNeeded()
        let group = block.map {
            CompletionGroup(on: CFRunLoopGetCurrent(), in: outerBatch, isBatch: isBatch, $0)
        }
        // Let go behind the change: what it holds may end, and ask for values then.
        let former = levels[levels.count - 1].completion
        defer { withExtendedLifetime(former) {} }
        levels[levels.count - 1].completion = TransactionLevel.Completion(block: block, group: group)
        guard let group else { return nil }
        groups.append(group)
        watchWaits()
        return group
    }

    /// The innermost batch that was begun around the innermost transaction.
    private var outerBatch: CompletionGroup? { levels.last?.outerBatch }

    /// The group that animations join; where the innermost block was set to nil, that of the batch around it, if there
    /// is one.
    var currentGroup: CompletionGroup? {
        guard let completion = value({ $0.completion }) else { return nil }
        return completion.group ?? outerBatch
    }

    // MARK: Changes

    /// A tree is changed in this transaction, and by this thread alone until it is pushed.
    @inline(__always)
    func touch(_ context: LayerContext) {
        if context.owner != id { claim(context) }
        openIfNeeded()
    }

    /// A tree is changed, where changes run no actions. False where they do.
    @inline(__always)
    func touchQuietly(_ context: LayerContext) -> Bool {
        guard disablesActions else { return false }
        touch(context)
        return true
    }

    private func claim(_ context: LayerContext) {
        context.take(for: self)
        notePending(context)
    }

    /// A tree has something to publish.
    func notePending(_ context: LayerContext) {
        openIfNeeded()
        if !contexts.contains(where: { $0 === context }) { contexts.append(context) }
    }

    /// An animation was added to a layer, in a tree with a host or without.
    func noteAnimation(of layer: CALayer) {
        openIfNeeded()
        addedAnimations += 1
        if layer.context == nil { hostless.append(layer) }
        watchWaits()
    }

    // MARK: Push

    /// Hands everything over that has changed: lays out and draws what needs it, publishes the trees, lets groups end.
    func push() {
        guard !isPushing else { return }
        isPushing = true
        let waiting = contexts
        contexts = []
        // What publishing calls may change trees, and so add to them.
        for context in waiting where !context.publishTidied(self) { notePending(context) }
        // Layout and drawing may change other trees.
        var index = 0
        while index < contexts.count {
            contexts[index].prepare()
            index += 1
        }
        let pushed = contexts
        contexts = []
        for context in pushed { context.publish(self) }
        let left = hostless
        hostless = []
        for layer in left where layer.context == nil { layer.detachAllAnimations(.hostless) }
        isPushing = false
        addedAnimations = 0
        waitGuard.rest()
        let due = groups
        groups = []
        for group in due { group.leave() }
    }

    // MARK: Waiting for an open transaction

    /// The outermost explicit transaction, if a wait for what it holds would never end.
    private var openWork: Int? {
        groups.isEmpty && addedAnimations == 0 ? nil : levels.firstIndex { !$0.isImplicit }
    }

    /// Hands over what is open, because somebody is going to wait for it without coming back to the loop by a return.
    /// - Parameter waiter: Who waits, as it is called.
    func pushForWait(_ waiter: String) {
        guard let level = levels.first(where: { !$0.isImplicit }) else { return commitImplicit() }
        OpenTransactionWait.log.write(
            level.place,
            """
            \(waiter) is waited for inside the transaction begun\(level.place), which is still open on this thread, so that the wait could \
            never end. What that transaction holds is committed now. Commit it before the wait.
            """)
        push()
    }

    /// Where the innermost explicit transaction began, as a sentence goes on; nil if there is none.
    var openPlace: String? { levels.last { !$0.isImplicit }?.place }

    private func watchWaits() {
        if openWork != nil { waitGuard.watch() }
    }

    /// Why a run without a deadline is not to sleep now; nil to let it. Said once for a transaction.
    func refusal() -> String? {
        guard let level = openWork, !levels[level].hasRefused else { return nil }
        let sentence = TransactionWaitGuard.sentence(
            place: levels[level].place, animations: addedAnimations, blocks: groups.count)
        switch CATransaction.waitPolicy {
        case .stop:
            levels[level].hasRefused = true
            return "Mainspring: \(sentence) The run returns."
        case .trap:
            programmerError(sentence)
        case .commit:
            push()
            return nil
        }
    }
}

/// A wait inside a transaction.
private enum OpenTransactionWait {
    static let log = OnceLog<String>(ending: "Of further waits inside transactions nothing is said.")
}

/// A commit too many.
private enum UnmatchedCommit {
    static let log = OnceLog<Int>(ending: "")
    static let sentence =
        "CATransaction.commit() was called without an open transaction; it does nothing. Call CATransaction.begin() before it."
}
