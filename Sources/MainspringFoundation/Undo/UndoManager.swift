package import Locks
public import Foundation

/// Records what takes changes back, in groups, and does it on demand; what is recorded meanwhile is redone.
///
/// ```swift
/// final class Book {
///     let undoManager = UndoManager()
///     var title = "" {
///         didSet {
///             undoManager.registerUndo(withTarget: self) { $0.title = oldValue }
///             undoManager.setActionName("Change of Title")
///         }
///     }
/// }
/// ```
///
/// With ``groupsByEvent`` the first registration of a turn of the loop opens a group, which is closed when the turn is
/// over: by our loop on any thread where it runs. Where none runs, ``undo()`` closes it, or the next group that is begun.
///
/// Use it on one thread at a time. A call that does not fit, as the end of a group that was not begun, writes a
/// sentence to standard error and does nothing else. Notifications are posted to `NotificationCenter.default`, on the
/// calling thread, while the call lasts.
///
/// **Differences from Apple:** it is not bound to the main actor, since each context of a store has one. A target that
/// is gone is passed over, where Apple's would be called. Apple raises an exception where a sentence is written here.
open class UndoManager: NSObject {
    /// The groups that can be undone, the last one first to go.
    var undoStack: [UndoGroup] = []
    /// The groups that can be redone, the last one first to go.
    var redoStack: [UndoGroup] = []
    /// The innermost group that is open.
    var openGroup: UndoGroup?
    /// The groups whose actions are being performed, each inside the one before.
    var performing: [UndoGroup] = []
    /// The innermost group that was open when that began.
    var suspendedGroup: UndoGroup?
    var phase = Phase.recording
    var disableCount = 0
    /// Who is asked for the end of a turn.
    let scheduler: () -> EndOfEvent.Scheduler?
    /// Whether the end of this turn is waited for.
    var waitsForEndOfEvent = false

    /// What is being done.
    enum Phase {
        case recording, undoing, redoing
    }

    /// Makes a manager that has recorded nothing.
    public override init() {
        scheduler = { EndOfEvent.effectiveScheduler }
        super.init()
    }

    /// Makes a manager with an end of turns of its own.
    package init(scheduler: EndOfEvent.Scheduler?) {
        self.scheduler = { scheduler }
        super.init()
    }

    /// Whether a group is opened by itself for each turn of the loop in which something is registered. At first `true`.
    open var groupsByEvent = true

    /// How many groups can be undone, the oldest being forgotten; 0, as at first, for any number. Negative numbers are
    /// 0.
    open var levelsOfUndo: Int {
        get { levels }
        set {
            levels = max(0, newValue)
            forgetOldest()
        }
    }
    private var levels = 0

    /// The modes in which a loop's turn may end for ``groupsByEvent``. At first the default mode.
    ///
    /// **Differences from Apple:** the modes are Foundation's; a module that shadows `RunLoop` takes them by name.
    open var runLoopModes: [RunLoop.Mode] = [.default]

    /// How many groups are open, one inside the other.
    open var groupingLevel: Int {
        var level = 0
        var group = openGroup
        while let current = group {
            level += 1
            group = current.parent
        }
        return level
    }

    /// Whether an undo is being performed.
    open var isUndoing: Bool { phase == .undoing }

    /// Whether a redo is being performed.
    open var isRedoing: Bool { phase == .redoing }

    /// Whether what is registered is recorded.
    open var isUndoRegistrationEnabled: Bool { disableCount == 0 }

    /// Ends the recording until ``enableUndoRegistration()`` was called as often.
    open func disableUndoRegistration() { disableCount += 1 }

    /// Takes one ``disableUndoRegistration()`` back.
    open func enableUndoRegistration() {
        guard disableCount > 0 else {
            return misuse("enableUndoRegistration() was called without disableUndoRegistration(). Call them in pairs.")
        }
        disableCount -= 1
    }

    func forgetOldest() {
        guard levels > 0, undoStack.count > levels else { return }
        undoStack.removeFirst(undoStack.count - levels)
    }

    /// Begins a group, inside the one that is open if there is one.
    ///
    /// With ``groupsByEvent`` it is inside the group of this turn; where no loop runs, that one is ended first.
    open func beginUndoGrouping() {
        if phase == .recording {
            if scheduler() != nil { _ = openAutomaticGroup() }
            if hasOnlyAutomaticGroup, !waitsForEndOfEvent { end() }
        }
        begin()
    }

    /// Ends the innermost group.
    open func endUndoGrouping() {
        guard openGroup != nil else {
            return misuse("endUndoGrouping() was called without beginUndoGrouping(). Call them in pairs.")
        }
        end()
    }

    /// Performs what is in the last group, and makes it what is redone next. Ends the group of this turn before.
    ///
    /// Must not be called while a group is open that was begun by ``beginUndoGrouping()`` inside another.
    open func undo() {
        guard mayPerform("undo()") else { return }
        // First: what is registered now may open the group of this turn.
        post(.NSUndoManagerCheckpoint)
        if groupingLevel == 1 { endUndoGrouping() }
        guard openGroup == nil else {
            return misuse("undo() was called while \(groupingLevel) groups are open. End all but one before.")
        }
        undoLastGroup()
    }

    /// Performs what is in the last group that was ended, which may be inside one that is open, and makes it what is
    /// redone next.
    ///
    /// Must not be called if something was registered after that group.
    open func undoNestedGroup() {
        guard mayPerform("undoNestedGroup()") else { return }
        post(.NSUndoManagerCheckpoint)
        undoLastGroup()
    }

    private func undoLastGroup() {
        let group: UndoGroup
        if let open = openGroup {
            if open.isEmpty { return }
            guard let last = open.lastGroup else {
                return misuse("undoNestedGroup() was called after something was registered. End the group before.")
            }
            group = last
        } else {
            guard let last = undoStack.last else { return }
            group = last
        }
        post(.NSUndoManagerWillUndoChange, about: group)
        // Only now: an observer may have removed it.
        if let open = openGroup {
            guard open.lastGroup === group else { return post(.NSUndoManagerDidUndoChange) }
            _ = open.takeLast()
        } else {
            guard undoStack.last === group else { return post(.NSUndoManagerDidUndoChange) }
            undoStack.removeLast()
        }
        perform(group, .undoing)
        post(.NSUndoManagerDidUndoChange, about: group)
    }

    /// Performs what was recorded while the last undo was performed, and makes it what is undone next.
    open func redo() {
        guard mayPerform("redo()") else { return }
        post(.NSUndoManagerCheckpoint)
        guard let group = redoStack.last else { return }
        // What was opened for this turn comes before what is redone.
        if hasOnlyAutomaticGroup { end() }
        guard openGroup == nil else {
            return misuse("redo() was called while \(groupingLevel) groups are open. End them before.")
        }
        post(.NSUndoManagerWillRedoChange, about: group)
        guard redoStack.last === group else { return post(.NSUndoManagerDidRedoChange) }
        redoStack.removeLast()
        perform(group, .redoing)
        post(.NSUndoManagerDidRedoChange, about: group)
    }

    /// Whether there is something to undo, what is in an open group included.
    open var canUndo: Bool { undoCount > 0 }

    /// Whether there is something to redo. Posts a checkpoint first, since what is registered then leaves nothing to
    /// redo.
    open var canRedo: Bool {
        post(.NSUndoManagerCheckpoint)
        return !redoStack.isEmpty
    }

    /// How many times ``undo()`` has something to do.
    open var undoCount: Int { undoStack.count + (topOpenGroup?.isEmpty == false ? 1 : 0) }

    /// How many times ``redo()`` has something to do.
    open var redoCount: Int { redoStack.count }

    /// Forgets all that was recorded, and enables the recording. Groups that are open stay open.
    open func removeAllActions() {
        undoStack = []
        redoStack = []
        disableCount = 0
        unfinishedGroups.forEach { $0.removeActions() }
    }

    /// Forgets what was recorded for an object. Call it when the object goes, unless it is known that nothing is
    /// recorded.
    open func removeAllActions(withTarget target: Any) {
        let object = target as AnyObject
        unfinishedGroups.forEach { $0.removeActions(withTarget: object) }
        undoStack = remaining(undoStack, without: object)
        redoStack = remaining(redoStack, without: object)
    }

    /// Names the group that is open, or else the last one that was ended, as it stands in a menu; an empty text for
    /// none.
    open func setActionName(_ actionName: String) { labelled?.label.name = actionName }

    /// Keeps a value with the group that is open, or else the last one that was ended; `nil` for none.
    open func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) { labelled?.label.userInfo[key] = info }

    /// Says whether the group that is open, or else the last one that was ended, may be dropped when a document is
    /// saved.
    open func setActionIsDiscardable(_ discardable: Bool) { labelled?.label.isDiscardable = discardable }

    /// What stands in a menu for undoing something of a name: `Undo`, and the name if there is one.
    ///
    /// **Differences from Apple:** always in English. Override it for another language.
    open func undoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Undo" : "Undo \(actionName)"
    }

    /// What stands in a menu for redoing something of a name: `Redo`, and the name if there is one.
    ///
    /// **Differences from Apple:** always in English. Override it for another language.
    open func redoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Redo" : "Redo \(actionName)"
    }

    /// The name of what is undone next; empty if it has none, or there is nothing.
    open var undoActionName: String { next?.label.name ?? "" }

    /// The name of what is redone next; empty if it has none, or there is nothing.
    open var redoActionName: String { redoStack.last?.label.name ?? "" }

    /// What is kept with what is undone next.
    open func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { next?.label.userInfo[key] }

    /// What is kept with what is redone next.
    open func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { redoStack.last?.label.userInfo[key] }

    /// Whether what is undone next may be dropped when a document is saved.
    open var undoActionIsDiscardable: Bool { next?.label.isDiscardable ?? false }

    /// Whether what is redone next may be dropped when a document is saved.
    open var redoActionIsDiscardable: Bool { redoStack.last?.label.isDiscardable ?? false }

    /// What stands in a menu for undoing: the title of ``undoMenuTitle(forUndoActionName:)`` for what is undone next.
    open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

    /// What stands in a menu for redoing: the title of ``redoMenuTitle(forUndoActionName:)`` for what is redone next.
    open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }
}
