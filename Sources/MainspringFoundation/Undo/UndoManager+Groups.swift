internal import Locks
internal import Foundation

extension UndoManager {
    /// A group by itself for this turn, if one is wanted and none is open.
    /// - Returns: false if no group is open then.
    func openAutomaticGroup() -> Bool {
        if openGroup != nil { return true }
        guard groupsByEvent else { return false }
        begin(isAutomatic: true)
        waitForEndOfEvent()
        return true
    }

    /// Opens a group inside the one that is open.
    func begin(isAutomatic: Bool = false) {
        if openGroup != nil, phase == .recording { post(.NSUndoManagerCheckpoint) }
        openGroup = UndoGroup(parent: openGroup, isAutomatic: isAutomatic)
        post(.NSUndoManagerDidOpenUndoGroup)
    }

    /// Closes the innermost group; does nothing if none is open.
    func end() {
        post(.NSUndoManagerCheckpoint)
        guard let group = openGroup else { return }
        post(.NSUndoManagerWillCloseUndoGroup, about: group)
        openGroup = group.parent
        if let parent = group.parent {
            parent.append(.group(group))
        } else if !(group.isAutomatic && group.isEmpty) {
            // What changes nothing by itself is no step for the user; an empty group that was asked for is.
            keep(group)
        }
        post(.NSUndoManagerDidCloseUndoGroup, about: group)
    }

    private func keep(_ group: UndoGroup) {
        if phase == .undoing {
            redoStack.append(group)
        } else {
            undoStack.append(group)
            forgetOldest()
        }
    }

    /// The manager's own group for a turn is the only one that is open.
    var hasOnlyAutomaticGroup: Bool { openGroup.map { $0.isAutomatic && $0.parent == nil } ?? false }

    /// All groups that are open or being performed, those inside others included.
    var unfinishedGroups: [UndoGroup] {
        var groups = performing
        for innermost in [openGroup, suspendedGroup] {
            var group = innermost
            while let current = group {
                groups.append(current)
                group = current.parent
            }
        }
        return groups
    }

    private func waitForEndOfEvent() {
        guard !waitsForEndOfEvent, let scheduler = scheduler() else { return }
        waitsForEndOfEvent = scheduler(NSUndoCloseGroupingRunLoopOrdering, runLoopModes.map(\.rawValue)) {
            [weak self] in
            self?.endEventGroup()
        }
    }

    /// The turn of the loop is over: closes the group that was opened for it. While the program has a group open
    /// inside, it stays for the next turn.
    package func endEventGroup() {
        waitsForEndOfEvent = false
        if hasOnlyAutomaticGroup, phase == .recording {
            end()
        } else if openGroup != nil, groupsByEvent {
            waitForEndOfEvent()
        }
    }
}
