/// What was done to a line, for undo and redo; what is typed in one go is one step.
struct EditHistory {
    enum Kind: Hashable {
        case typing
        case deletingBackward
        case deletingForward
        /// Never goes on with what was before.
        case whole
    }

    struct Selection: Hashable {
        var anchor: Int
        var head: Int
    }

    struct Step {
        var kind: Kind
        /// Where, in UTF-16.
        var place: Int
        var old: String
        var new: String
        var before: Selection
        var after: Selection

        var cost: Int { old.utf8.count + new.utf8.count }
    }

    /// So many steps, and so many bytes in all of them, are kept; the last one in any case.
    static let mostSteps = 1_000
    static let mostBytes = 1 << 24

    private var done: [Step] = []
    private var undone: [Step] = []
    private var bytes = 0
    private var isSealed = true

    var canUndo: Bool { !done.isEmpty }
    var canRedo: Bool { !undone.isEmpty }

    mutating func add(_ step: Step) {
        undone = []
        bytes += step.cost
        if isSealed || done.isEmpty || !done[done.count - 1].absorb(step) { done.append(step) }
        isSealed = step.kind == .whole
        while done.count > 1, done.count > Self.mostSteps || bytes > Self.mostBytes { bytes -= done.removeFirst().cost }
    }

    /// What comes next is a step of its own.
    mutating func seal() { isSealed = true }

    mutating func takeUndo() -> Step? {
        guard let step = done.popLast() else { return nil }
        bytes -= step.cost
        isSealed = true
        undone.append(step)
        return step
    }

    mutating func takeRedo() -> Step? {
        guard let step = undone.popLast() else { return nil }
        bytes += step.cost
        isSealed = true
        done.append(step)
        return step
    }
}

extension EditHistory.Step {
    /// Takes in what goes on where this ended. False for what is a step of its own.
    fileprivate mutating func absorb(_ next: Self) -> Bool {
        guard kind == next.kind, next.before == after else { return false }
        switch kind {
        case .typing:
            guard next.old.isEmpty, next.place == place + new.utf16.count else { return false }
            new += next.new
        case .deletingBackward:
            guard next.new.isEmpty, next.place + next.old.utf16.count == place else { return false }
            (place, old) = (next.place, next.old + old)
        case .deletingForward:
            guard next.new.isEmpty, next.place == place else { return false }
            old += next.old
        case .whole: return false
        }
        after = next.after
        return true
    }
}
