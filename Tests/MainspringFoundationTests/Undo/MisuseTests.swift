import Foundation
import MainspringFoundation
import Testing

/// Calls that do not fit: a sentence, and nothing else.
@Suite struct UndoMisuseTests {
    @Test func `a group that was not begun is not ended`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let manager = UndoManager.manual()
            manager.endUndoGrouping()
            guard manager.groupingLevel == 0, !manager.canUndo else { exit(1) }
        }
        expect(result, says: "endUndoGrouping() was called without beginUndoGrouping(). Call them in pairs.")
    }

    @Test func `registration that was not disabled is not enabled`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let manager = UndoManager.manual()
            manager.enableUndoRegistration()
            guard manager.isUndoRegistrationEnabled else { exit(1) }
        }
        expect(
            result, says: "enableUndoRegistration() was called without disableUndoRegistration(). Call them in pairs.")
    }

    @Test func `nothing is registered outside a group where none comes by itself`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let document = Document(.manual())
            document.set("a")
            guard !document.undoManager.canUndo else { exit(1) }
        }
        expect(
            result, says: "registerUndo(withTarget:handler:) was called outside a group, and groupsByEvent is false.")
    }

    @Test func `undo waits until inner groups are ended`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let document = Document(.manual())
            document.undoManager.beginUndoGrouping()
            document.undoManager.beginUndoGrouping()
            document.set("a")
            document.undoManager.undo()
            guard document.text == "a", document.undoManager.groupingLevel == 2 else { exit(1) }
            document.undoManager.redo()
        }
        expect(result, says: "undo() was called while 2 groups are open. End all but one before.")
    }

    @Test func `a nested group is not taken back after something else was registered`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let document = Document(.manual())
            document.undoManager.beginUndoGrouping()
            document.undoManager.group { document.set("a") }
            document.set("b")
            document.undoManager.undoNestedGroup()
            guard document.text == "b" else { exit(1) }
        }
        expect(result, says: "undoNestedGroup() was called after something was registered. End the group before.")
    }

    @Test func `undo and redo are not called while one is performed`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let manager = UndoManager.manual()
            let target = NSObject()
            var count = 0
            for _ in 0..<2 {
                manager.group {
                    manager.registerUndo(withTarget: target) { _ in
                        count += 1
                        manager.undo()
                        manager.redo()
                        manager.undoNestedGroup()
                    }
                }
            }
            manager.undo()
            guard count == 1, manager.undoCount == 1 else { exit(1) }
        }
        for call in ["undo()", "redo()", "undoNestedGroup()"] {
            expect(
                result, says: "\(call) was called while an undo or redo is being performed. Call it when that is over.")
        }
    }

    @Test func `an action may end more groups than it begins, or fewer`() {
        let manager = UndoManager.manual()
        let target = NSObject()
        manager.group {
            manager.registerUndo(withTarget: target) { _ in manager.endUndoGrouping() }
        }
        manager.group {
            manager.registerUndo(withTarget: target) { _ in
                manager.beginUndoGrouping()
                manager.beginUndoGrouping()
            }
        }
        manager.undo()
        #expect(manager.groupingLevel == 0)
        manager.undo()
        #expect(manager.groupingLevel == 0 && !manager.canUndo)
    }
}
