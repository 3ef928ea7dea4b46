import Dispatch
import Foundation
import Mainspring
import MainspringFoundation

@testable import MainspringData

/// Ends of events on the main queue.
enum EventTrial {
    static func begin(_ loop: MainLoop) {
        let context = ContextQueue(.mainQueueConcurrencyType)
        let other = ContextQueue(.mainQueueConcurrencyType)
        let document = Document()
        context.endOfEvent = {
            say("end of event")
            // What one context's end changes in another one belongs to the same event.
            other.setNeedsEndOfEvent()
        }
        other.endOfEvent = { say("end of the other's") }
        context.perform { say("performed") }
        DispatchQueue.main.async {
            say("change")
            context.setNeedsEndOfEvent()
            context.setNeedsEndOfEvent()
            context.performAndWait { say("waited") }
            document.change()
            say("groups open: \(document.undoManager.groupingLevel)")
            // Behind the end of the event in each of the loops: a timer for ours, which serves the queue once in a pass.
            later(loop) {
                say("groups open: \(document.undoManager.groupingLevel)")
                if loop == .ours || loop == .joined { LayerTrial.begin(context) } else { exit(0) }
            }
        }
    }

    private static func later(_ loop: MainLoop, _ body: @escaping @Sendable () -> Void) {
        guard loop == .ours || loop == .joined else {
            return DispatchQueue.main.async { DispatchQueue.main.async(execute: body) }
        }
        let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 0, 0, 0) { _ in body() }
        CFRunLoopAddTimer(CFRunLoopGetMain(), timer, .commonModes)
    }
}

/// Something with an undo manager.
final class Document: @unchecked Sendable {
    // `@unchecked Sendable`: the main queue's alone.

    let undoManager = UndoManager()

    func change() { undoManager.registerUndo(withTarget: self) { $0.change() } }
}

/// A change by an observer that comes behind the end of events, where layers are committed.
enum LayerTrial {
    static func begin(_ context: ContextQueue) {
        let activities: CFRunLoopActivity = [.beforeWaiting]
        let observer = CFRunLoopObserverCreateWithHandler(nil, activities.rawValue, false, 2_000_000) { _, _ in
            say("layers")
            context.endOfEvent = {
                say("end of event")
                exit(0)
            }
            context.setNeedsEndOfEvent()
        }
        CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
    }
}
