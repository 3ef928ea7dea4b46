import Foundation
import MainspringFoundation
import Testing

extension UndoManager.UserInfoKey {
    fileprivate static let icon: UndoManager.UserInfoKey = "icon"
}

/// What stands in menus.
@Suite struct UndoLabelTests {
    @Test func `a name goes with its group, to the redo and back`() {
        let document = Document(.manual())
        let manager = document.undoManager
        #expect(manager.undoActionName == "" && manager.redoActionName == "")
        #expect(manager.undoMenuItemTitle == "Undo" && manager.redoMenuItemTitle == "Redo")
        manager.group { document.set("a", named: "Typing") }
        manager.group { document.set("b") }
        #expect(manager.undoActionName == "" && manager.undoMenuItemTitle == "Undo")
        manager.undo()
        #expect(manager.undoActionName == "Typing" && manager.undoMenuItemTitle == "Undo Typing")
        manager.undo()
        #expect(manager.redoActionName == "Typing" && manager.redoMenuItemTitle == "Redo Typing")
        #expect(manager.redoMenuTitle(forUndoActionName: "Moving") == "Redo Moving")
        manager.redo()
        #expect(manager.undoActionName == "Typing")
    }

    @Test func `a name is for the group that is open, or else the last one`() {
        let document = Document(.manual())
        let manager = document.undoManager
        manager.group {
            manager.group {
                document.set("a")
                manager.setActionName("Inner")
            }
            #expect(manager.undoActionName == "Inner")
        }
        #expect(manager.undoActionName == "Inner")
        manager.setActionName("Later")
        #expect(manager.undoActionName == "Later")
        manager.setActionName("")
        #expect(manager.undoMenuItemTitle == "Undo")
    }

    @Test func `an undo may give its redo another name`() {
        let manager = UndoManager.manual()
        let target = NSObject()
        manager.group {
            manager.registerUndo(withTarget: target) { _ in manager.setActionName("Other") }
            manager.setActionName("First")
        }
        manager.undo()
        #expect(manager.redoActionName == "Other")
    }

    @Test func `values are kept with a group`() {
        let document = Document(.manual())
        let manager = document.undoManager
        manager.group {
            document.set("a")
            manager.setActionUserInfoValue("pencil", forKey: .icon)
        }
        #expect(manager.undoActionUserInfoValue(forKey: .icon) as? String == "pencil")
        #expect(manager.redoActionUserInfoValue(forKey: .icon) == nil)
        manager.undo()
        #expect(manager.redoActionUserInfoValue(forKey: .icon) as? String == "pencil")
        manager.redo()
        manager.setActionUserInfoValue(nil, forKey: .icon)
        #expect(manager.undoActionUserInfoValue(forKey: .icon) == nil)
    }

    @Test func `titles can be another language's`() {
        final class German: UndoManager {
            override func undoMenuTitle(forUndoActionName actionName: String) -> String { "\(actionName) widerrufen" }
        }
        let manager = German()
        let target = NSObject()
        manager.registerUndo(withTarget: target) { _ in }
        manager.setActionName("Tippen")
        #expect(manager.undoMenuItemTitle == "Tippen widerrufen")
    }
}
