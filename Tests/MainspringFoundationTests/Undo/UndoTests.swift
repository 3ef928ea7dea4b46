import Foundation
import MainspringFoundation
import SeededRandom
import Testing

/// What is taken back and done again.
@Suite struct UndoTests {
    @Test func `a group is taken back, and done again`() {
        let document = Document(.manual())
        let manager = document.undoManager
        manager.group {
            document.set("a")
            document.set("b")
        }
        manager.group { document.set("c") }
        #expect(manager.undoCount == 2 && manager.redoCount == 0)
        manager.undo()
        #expect(document.text == "b" && manager.canUndo && manager.canRedo)
        manager.undo()
        #expect(document.text == "" && !manager.canUndo && manager.redoCount == 2)
        manager.redo()
        #expect(document.text == "b")
        manager.redo()
        #expect(document.text == "c" && !manager.canRedo && manager.undoCount == 2)
        manager.undo()
        #expect(document.text == "b")
    }

    @Test func `actions are performed from the last to the first`() {
        let manager = UndoManager.manual()
        let target = NSObject()
        var order: [Int] = []
        manager.group {
            manager.registerUndo(withTarget: target) { _ in order.append(1) }
            manager.group {
                manager.registerUndo(withTarget: target) { _ in order.append(2) }
                manager.registerUndo(withTarget: target) { _ in order.append(3) }
            }
            manager.registerUndo(withTarget: target) { _ in order.append(4) }
        }
        manager.undo()
        #expect(order == [4, 3, 2, 1])
    }

    @Test func `a new change leaves nothing to redo`() {
        let document = Document(.manual())
        document.undoManager.group { document.set("a") }
        document.undoManager.undo()
        #expect(document.undoManager.canRedo)
        document.undoManager.group { document.set("b") }
        #expect(!document.undoManager.canRedo)
    }

    @Test func `isUndoing and isRedoing hold while actions are performed`() {
        let manager = UndoManager.manual()
        let target = NSObject()
        var seen: [[Bool]] = []
        manager.group {
            manager.registerUndo(withTarget: target) { target in
                seen.append([manager.isUndoing, manager.isRedoing])
                manager.registerUndo(withTarget: target) { _ in seen.append([manager.isUndoing, manager.isRedoing]) }
            }
        }
        manager.undo()
        manager.redo()
        #expect(seen == [[true, false], [false, true]])
        #expect(!manager.isUndoing && !manager.isRedoing)
    }

    @Test func `the target is not kept, and nothing is done to one that is gone`() {
        let manager = UndoManager.manual()
        var count = 0
        weak var gone: NSObject?
        manager.group {
            let target = NSObject()
            gone = target
            manager.registerUndo(withTarget: target) { _ in count += 1 }
        }
        #expect(gone == nil)
        manager.undo()
        #expect(count == 0)
    }

    @Test func `a nested group is taken back by itself`() {
        let document = Document(.manual())
        let manager = document.undoManager
        manager.beginUndoGrouping()
        document.set("a")
        manager.group { document.set("b") }
        manager.undoNestedGroup()
        #expect(document.text == "a" && manager.groupingLevel == 1 && manager.redoCount == 1)
        manager.endUndoGrouping()
        manager.undo()
        #expect(document.text == "")
    }

    @Test func `only so many groups are kept`() {
        let document = Document(.manual())
        let manager = document.undoManager
        manager.levelsOfUndo = 3
        for index in 0..<5 { manager.group { document.set("\(index)") } }
        #expect(manager.undoCount == 3)
        manager.levelsOfUndo = 2
        #expect(manager.undoCount == 2)
        while manager.canUndo { manager.undo() }
        #expect(document.text == "2")
        manager.levelsOfUndo = -1
        #expect(manager.levelsOfUndo == 0)
        while manager.canRedo { manager.redo() }
        #expect(manager.undoCount == 2)
    }

    @Test func `nothing is recorded while that is disabled`() {
        let document = Document(.manual())
        let manager = document.undoManager
        manager.disableUndoRegistration()
        manager.disableUndoRegistration()
        manager.enableUndoRegistration()
        #expect(!manager.isUndoRegistrationEnabled)
        manager.group { document.set("a") }
        manager.enableUndoRegistration()
        #expect(manager.isUndoRegistrationEnabled)
        manager.group { document.set("b") }
        manager.undo()
        #expect(document.text == "a")
    }

    @Test func `what is recorded can be forgotten, of one object or of all`() {
        let manager = UndoManager.manual()
        let (first, second) = (Document(manager), Document(manager))
        manager.group {
            first.set("a")
            second.set("b")
        }
        manager.group { first.set("c") }
        manager.removeAllActions(withTarget: first)
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(first.text == "c" && second.text == "")
        manager.removeAllActions(withTarget: second)
        #expect(!manager.canRedo)
        manager.group { first.set("d") }
        manager.disableUndoRegistration()
        manager.removeAllActions()
        #expect(!manager.canUndo && manager.isUndoRegistrationEnabled)
    }

    @Test func `what is forgotten while it is performed is not done`() {
        let manager = UndoManager.manual()
        let target = NSObject()
        var done: [Int] = []
        manager.group {
            manager.registerUndo(withTarget: target) { _ in done.append(1) }
            manager.group {
                manager.registerUndo(withTarget: target) { _ in done.append(2) }
                manager.registerUndo(withTarget: target) { target in
                    done.append(3)
                    manager.removeAllActions(withTarget: target)
                }
            }
        }
        manager.undo()
        #expect(done == [3])
    }

    @Test func `a group stays open when all is forgotten`() {
        let document = Document(.manual())
        let manager = document.undoManager
        manager.beginUndoGrouping()
        document.set("a")
        manager.removeAllActions()
        document.set("b")
        manager.endUndoGrouping()
        manager.undo()
        #expect(document.text == "a")
    }

    @Test(arguments: Seeds.first(40))
    func `random changes are taken back and done again as in a list of states`(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        let document = Document(.manual())
        let manager = document.undoManager
        var past: [String] = []
        var future: [String] = []
        for step in 0..<300 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                past.append(document.text)
                future = []
                manager.beginUndoGrouping()
                for part in 0...Int.random(in: 0...3, using: &random) {
                    let isNested = Bool.random(using: &random)
                    if isNested { manager.beginUndoGrouping() }
                    document.set("\(step).\(part)")
                    if isNested { manager.endUndoGrouping() }
                }
                manager.endUndoGrouping()
            case 2:
                let current = document.text
                manager.undo()
                if let last = past.popLast() {
                    future.append(current)
                    #expect(document.text == last, "seed \(seed)")
                }
            default:
                let current = document.text
                manager.redo()
                if let next = future.popLast() {
                    past.append(current)
                    #expect(document.text == next, "seed \(seed)")
                }
            }
            #expect(manager.undoCount == past.count && manager.redoCount == future.count, "seed \(seed)")
        }
    }
}
