import Foundation
import MainspringFoundation
import Testing

/// What is posted, and when.
@Suite struct UndoNotificationTests {
    /// The names of what a manager posts, in short.
    private final class Log: @unchecked Sendable {
        // `@unchecked Sendable`: posted on the thread that is asked.
        private(set) var entries: [String] = []
        private var observers: [any NSObjectProtocol] = []

        init(_ manager: UndoManager) {
            let names: [NSNotification.Name] = [
                .NSUndoManagerCheckpoint, .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
                .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
                .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
            ]
            observers = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { [weak self] note in
                    let isDiscardable = note.userInfo?[NSUndoManagerGroupIsDiscardableKey] as? Bool ?? false
                    let short = name.rawValue.dropFirst("NSUndoManager".count).dropLast("Notification".count)
                    self?.entries.append(short + (isDiscardable ? " discardable" : ""))
                }
            }
        }

        deinit { observers.forEach { NotificationCenter.default.removeObserver($0) } }

        func taken() -> [String] {
            defer { entries = [] }
            return entries
        }
    }

    /// What is done when something is posted.
    private final class Observation: @unchecked Sendable {
        // `@unchecked Sendable`: posted on the thread that is asked.
        private let body: () -> Void
        private var observer: (any NSObjectProtocol)?

        init(_ name: NSNotification.Name, of manager: UndoManager, _ body: @escaping () -> Void) {
            self.body = body
            observer = NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { [self] _ in
                self.body()
            }
        }

        func end() {
            if let observer { NotificationCenter.default.removeObserver(observer) }
        }
    }

    @Test func `names are Apple's`() {
        #expect(NSNotification.Name.NSUndoManagerCheckpoint.rawValue == "NSUndoManagerCheckpointNotification")
        #expect(
            NSNotification.Name.NSUndoManagerDidCloseUndoGroup.rawValue == "NSUndoManagerDidCloseUndoGroupNotification")
        #expect(NSUndoManagerGroupIsDiscardableKey == "NSUndoManagerGroupIsDiscardableKey")
        #expect(NSUndoCloseGroupingRunLoopOrdering == 350_000)
    }

    @Test func `groups tell of their beginning and end`() {
        let document = Document(.manual())
        let log = Log(document.undoManager)
        document.undoManager.beginUndoGrouping()
        #expect(log.taken() == ["DidOpenUndoGroup"])
        document.undoManager.beginUndoGrouping()
        #expect(log.taken() == ["Checkpoint", "DidOpenUndoGroup"])
        document.set("a")
        #expect(log.taken() == [])
        document.undoManager.endUndoGrouping()
        #expect(log.taken() == ["Checkpoint", "WillCloseUndoGroup", "DidCloseUndoGroup"])
        document.undoManager.endUndoGrouping()
        #expect(log.taken() == ["Checkpoint", "WillCloseUndoGroup", "DidCloseUndoGroup"])
    }

    @Test func `undo and redo tell before and after`() {
        let document = Document(.manual())
        document.undoManager.group { document.set("a") }
        let log = Log(document.undoManager)
        let inside = ["DidOpenUndoGroup", "Checkpoint", "WillCloseUndoGroup", "DidCloseUndoGroup"]
        document.undoManager.undo()
        #expect(log.taken() == ["Checkpoint", "WillUndoChange"] + inside + ["DidUndoChange"])
        _ = document.undoManager.canRedo
        #expect(log.taken() == ["Checkpoint"])
        document.undoManager.redo()
        #expect(log.taken() == ["Checkpoint", "WillRedoChange"] + inside + ["DidRedoChange"])
        _ = document.undoManager.canUndo
        #expect(log.taken() == [])
    }

    @Test func `where there is nothing to undo or redo, none is told of`() {
        let manager = UndoManager.manual()
        let log = Log(manager)
        manager.undo()
        manager.redo()
        #expect(log.taken() == ["Checkpoint", "Checkpoint"])
    }

    @Test func `the end of a group tells that it is discardable`() {
        let document = Document(.manual())
        let log = Log(document.undoManager)
        document.undoManager.group {
            document.set("a")
            document.undoManager.setActionIsDiscardable(true)
        }
        #expect(
            log.taken() == [
                "DidOpenUndoGroup", "Checkpoint", "WillCloseUndoGroup discardable", "DidCloseUndoGroup discardable",
            ])
        #expect(document.undoManager.undoActionIsDiscardable && !document.undoManager.redoActionIsDiscardable)
        document.undoManager.undo()
        #expect(document.undoManager.redoActionIsDiscardable)
    }

    @Test func `what is registered at a checkpoint is part of the group that ends`() {
        let document = Document(.manual())
        let manager = document.undoManager
        let observation = Observation(.NSUndoManagerCheckpoint, of: manager) {
            if !manager.canUndo, manager.redoCount == 0, !manager.isUndoing { document.set("pending") }
        }
        defer { observation.end() }
        manager.beginUndoGrouping()
        manager.endUndoGrouping()
        #expect(document.text == "pending")
        manager.undo()
        #expect(document.text == "")
    }

    @Test func `an observer may forget what is about to be undone`() {
        let document = Document(.manual())
        let manager = document.undoManager
        let observation = Observation(.NSUndoManagerWillUndoChange, of: manager) { manager.removeAllActions() }
        defer { observation.end() }
        manager.group { document.set("a") }
        manager.undo()
        #expect(document.text == "a" && !manager.canRedo)
    }
}
