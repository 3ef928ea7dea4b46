import Locks
import Foundation
import MainspringFoundation
import Testing

/// Groups by turns of a loop.
@Suite struct EventGroupTests {
    @Test func `what is registered in one turn is taken back at once`() {
        let turns = Turns()
        let document = Document(turns.manager())
        let manager = document.undoManager
        #expect(manager.groupsByEvent)
        document.set("a")
        document.set("b")
        #expect(manager.groupingLevel == 1 && manager.undoCount == 1)
        turns.end()
        #expect(manager.groupingLevel == 0)
        document.set("c")
        turns.end()
        manager.undo()
        #expect(document.text == "b")
        manager.undo()
        #expect(document.text == "" && manager.redoCount == 2)
    }

    @Test func `the end of a turn is asked for once, at Apple's place, in the manager's modes`() {
        let turns = Turns()
        let document = Document(turns.manager())
        document.undoManager.runLoopModes = [.default, .common]
        document.set("a")
        document.set("b")
        #expect(turns.orders == [350_000])
        #expect(turns.modes == [[RunLoop.Mode.default.rawValue, RunLoop.Mode.common.rawValue]])
        turns.end()
        document.set("c")
        #expect(turns.orders.count == 2)
    }

    @Test func `undo ends the group of this turn`() {
        let turns = Turns()
        let document = Document(turns.manager())
        document.set("a")
        document.undoManager.undo()
        #expect(document.text == "" && document.undoManager.groupingLevel == 0)
        turns.end()
        #expect(document.undoManager.redoCount == 1)
    }

    @Test func `a group that the program begins is inside that of the turn`() {
        let turns = Turns()
        let document = Document(turns.manager())
        let manager = document.undoManager
        manager.beginUndoGrouping()
        #expect(manager.groupingLevel == 2)
        document.set("a")
        manager.endUndoGrouping()
        manager.group { document.set("b") }
        turns.end()
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(document.text == "")
    }

    @Test func `a group that the program keeps open keeps that of the turn open`() {
        let turns = Turns()
        let document = Document(turns.manager())
        let manager = document.undoManager
        manager.beginUndoGrouping()
        document.set("a")
        turns.end()
        #expect(manager.groupingLevel == 2)
        document.set("b")
        manager.endUndoGrouping()
        turns.end()
        #expect(manager.groupingLevel == 0)
        manager.undo()
        #expect(document.text == "")
    }

    @Test func `a turn in which nothing stays registered leaves no group`() {
        let turns = Turns()
        let document = Document(turns.manager())
        document.set("a")
        document.undoManager.removeAllActions()
        turns.end()
        #expect(!document.undoManager.canUndo)
    }

    @Test func `without a loop the next group ends the one before`() {
        let document = Document(UndoManager(scheduler: nil))
        let manager = document.undoManager
        document.set("a")
        document.set("b")
        manager.beginUndoGrouping()
        #expect(manager.groupingLevel == 1)
        document.set("c")
        manager.endUndoGrouping()
        #expect(manager.undoCount == 2)
        manager.undo()
        #expect(document.text == "b")
        manager.undo()
        #expect(document.text == "")
    }

    @Test func `so does a thread whose loop does not run`() {
        let turns = Turns()
        turns.isRunning = false
        let document = Document(turns.manager())
        let manager = document.undoManager
        document.set("a")
        manager.group { document.set("b") }
        #expect(manager.groupingLevel == 0 && manager.undoCount == 2)
    }

    @Test func `the end of an event can be told by hand`() {
        let document = Document(UndoManager(scheduler: nil))
        document.set("a")
        document.undoManager.endEventGroup()
        document.undoManager.endEventGroup()
        document.set("b")
        document.undoManager.undo()
        #expect(document.text == "a" && document.undoManager.undoCount == 1)
    }

    @Test func `a manager that is gone is not told of the end of a turn`() {
        let turns = Turns()
        weak var gone: UndoManager?
        do {
            let document = Document(turns.manager())
            document.set("a")
            gone = document.undoManager
        }
        #expect(gone == nil)
        turns.end()
    }

    @Test func `a manager of the program's asks the module that has a loop`() async {
        await #expect(processExitsWith: .success) {
            let turns = Turns()
            EndOfEvent.scheduler = { order, _, action in
                guard order == NSUndoCloseGroupingRunLoopOrdering else { exit(1) }
                turns.schedule(action)
                return true
            }
            let document = Document(UndoManager())
            document.set("a")
            guard document.undoManager.groupingLevel == 1 else { exit(2) }
            turns.end()
            guard document.undoManager.groupingLevel == 0, EndOfEvent.scheduler != nil else { exit(3) }
        }
    }
}
