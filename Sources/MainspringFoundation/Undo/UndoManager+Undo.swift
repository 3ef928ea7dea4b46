internal import Foundation

extension UndoManager {
    /// Performs what is in a group, the last first, and records what is registered meanwhile as one group.
    func perform(_ group: UndoGroup, _ phase: Phase) {
        self.phase = phase
        suspendedGroup = openGroup
        openGroup = nil
        begin()
        openGroup?.label = group.label
        run(group)
        // Handlers may have left groups open.
        while openGroup?.parent != nil { end() }
        if openGroup != nil { end() }
        openGroup = suspendedGroup
        suspendedGroup = nil
        self.phase = .recording
    }

    private func run(_ group: UndoGroup) {
        performing.append(group)
        defer { performing.removeLast() }
        // One at a time: what is performed may remove actions of this group.
        while let entry = group.takeLast() {
            switch entry {
            case .action(let action): action.perform()
            case .group(let inner): run(inner)
            }
        }
    }

    /// Whether something can be performed now; tells what is wrong if not.
    func mayPerform(_ call: String) -> Bool {
        guard phase == .recording else {
            misuse("\(call) was called while an undo or redo is being performed. Call it when that is over.")
            return false
        }
        return true
    }
}
