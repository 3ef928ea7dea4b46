import Dispatch
import Foundation
import Mainspring
@testable import MainspringData
import MainspringModel

/// A context gets no budget any more while something is on its way to it, and somebody on another thread asks for the end of that.
final class BudgetEndTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on their queues, and the rest on the main queue.

    /// When he asks.
    enum Moment: String {
        /// While another context has its turn, before this one.
        case before
        /// While others are told of what was merged.
        case telling
    }

    private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: SliceTrial.model)
    private let (first, second) = (makeMain(), makeMain())
    private var children: [NSManagedObjectContext] = []
    private var observer: (any NSObjectProtocol)?
    private var hasAsked = false

    private static func makeMain() -> NSManagedObjectContext {
        NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    }

    init() throws {
        try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        for context in [first, second] {
            context.persistentStoreCoordinator = coordinator
            context.mergeBudget = .objects(1)
        }
    }

    func begin(_ moment: Moment) {
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: moment == .before ? first : second, queue: nil
        ) { [self] _ in ask() }
        DispatchQueue.main.async { [self] in
            // It asks for a slice first, and so has the first one.
            first.core.mergeInSlices(.mark(EndMark()))
            for context in [first, second] { save(into: context) }
            second.mergeBudget = nil
            say("\(second.insertedObjects.count) objects at once")
            // Somebody who has asked for the budget before.
            MainSlices.shared.bring(.mark(EndMark()), to: second)
        }
    }

    private func save(into parent: NSManagedObjectContext) {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        children.append(child)
        child.perform {
            for number in 0..<5 {
                NSEntityDescription.insertNewObject(forEntityName: "Item", into: child).setValue(
                    number, forKey: "number")
            }
            do { try child.save() } catch { say("\(error)") }
        }
        while !MainSlices.shared.hasBrought(to: parent) { sched_yield() }
    }

    private func ask() {
        guard !hasAsked else { return }
        hasAsked = true
        let isOver = DispatchSemaphore(value: 0)
        Task.detached { [self] in
            await second.mergesEnded()
            isOver.signal()
            await MainActor.run {
                say("it ends")
                exit(0)
            }
        }
        // What is asked for comes behind the rest.
        while !MainSlices.shared.hasBrought(to: second) {
            guard isOver.wait(timeout: .now()) != .success else { return say("it ends early") }
            sched_yield()
        }
        say("it is waited for")
    }
}
