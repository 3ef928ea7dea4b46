/// What one undo takes back: actions and groups, in the order in which they came.
final class UndoGroup {
    /// The group that this one was begun in.
    let parent: UndoGroup?
    /// Whether it was begun for a turn of the loop, not by the program.
    let isAutomatic: Bool
    private(set) var entries: [Entry] = []
    /// What can be said about it in a menu.
    var label = Label()

    enum Entry {
        case action(UndoAction)
        case group(UndoGroup)
    }

    /// What a group tells of itself.
    struct Label {
        var name = ""
        var userInfo: [UndoManager.UserInfoKey: Any] = [:]
        var isDiscardable = false
    }

    init(parent: UndoGroup? = nil, isAutomatic: Bool = false) {
        self.parent = parent
        self.isAutomatic = isAutomatic
    }

    var isEmpty: Bool { entries.isEmpty }

    func append(_ entry: Entry) { entries.append(entry) }

    /// Takes the last entry out.
    func takeLast() -> Entry? { entries.popLast() }

    /// The group that is the last entry; nil if that is an action, or there is none.
    var lastGroup: UndoGroup? { if case .group(let group)? = entries.last { group } else { nil } }

    /// Takes all actions out, or those whose target is an object; groups that get empty by that go too.
    func removeActions(withTarget target: AnyObject? = nil) {
        guard let target else { return entries = [] }
        entries.removeAll { entry in
            switch entry {
            case .action(let action): return action.target === target
            case .group(let group):
                guard !group.isEmpty else { return false }
                group.removeActions(withTarget: target)
                return group.isEmpty
            }
        }
    }
}
