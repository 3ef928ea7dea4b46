import Foundation
import MainspringFoundation

/// Something with a value that can be taken back.
final class Document {
    let undoManager: UndoManager
    private(set) var text = ""

    init(_ undoManager: UndoManager) { self.undoManager = undoManager }

    func set(_ text: String, named name: String? = nil) {
        let old = self.text
        undoManager.registerUndo(withTarget: self) { $0.set(old, named: name) }
        if let name { undoManager.setActionName(name) }
        self.text = text
    }
}

extension UndoManager {
    /// A manager that groups only as it is told.
    static func manual() -> UndoManager {
        let manager = UndoManager(scheduler: nil)
        manager.groupsByEvent = false
        return manager
    }

    /// Runs something in a group.
    func group(_ body: () -> Void) {
        beginUndoGrouping()
        body()
        endUndoGrouping()
    }
}

/// The end of turns, told by hand.
final class Turns: @unchecked Sendable {
    // `@unchecked Sendable`: used by one thread.
    private(set) var orders: [Int] = []
    private(set) var modes: [[String]] = []
    private var actions: [() -> Void] = []
    var isRunning = true

    func manager() -> UndoManager {
        UndoManager { order, modes, action in
            guard self.isRunning else { return false }
            self.orders.append(order)
            self.modes.append(modes)
            self.actions.append(action)
            return true
        }
    }

    func schedule(_ action: @escaping () -> Void) { actions.append(action) }

    /// The turn is over.
    func end() {
        let due = actions
        actions = []
        for action in due { action() }
    }
}
