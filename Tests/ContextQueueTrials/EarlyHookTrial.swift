import Dispatch
import Foundation
import Mainspring
import MainspringModel

@testable import MainspringData

/// Runs the loop and changes itself when it is told of its save for the first time.
final class ItemWithHook: NSManagedObject {
    // `nonisolated(unsafe)`: used on the main queue alone.
    nonisolated(unsafe) static var hookCount = 0

    override func willSave() {
        Self.hookCount += 1
        guard value(forKey: "number") as? Int == 30 else { return }
        for _ in 0..<200 { _ = CFRunLoopRunInMode(.defaultMode, 0, true) }
        setValue(-1, forKey: "number")
    }
}

/// A save in slices of which an object is changed before its turn, whose hook runs the main loop.
final class EarlyHookTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on the main queue, as is the rest.

    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let coordinator: NSPersistentStoreCoordinator
    private var last: NSManagedObject?
    private var outcome: Outcome<Void, any Error>?

    init() throws {
        let model = SliceTrial.model
        model.entities[0].managedObjectClassName = NSStringFromClass(ItemWithHook.self)
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        main.persistentStoreCoordinator = coordinator
        main.mergeBudget = .objects(1)
    }

    func begin() {
        DispatchQueue.main.async { [self] in
            for number in 1...30 {
                last = NSEntityDescription.insertNewObject(forEntityName: "Item", into: main)
                last?.setValue(number, forKey: "number")
            }
            outcome = main.submitSave { DispatchQueue.main.async { self.end() } }
            changeLast()
        }
    }

    /// Changes the last object when the save has begun.
    private func changeLast() {
        guard main.core.saving != nil else { return DispatchQueue.main.async { self.changeLast() } }
        last?.setValue(100, forKey: "number")
    }

    private func end() {
        do {
            try outcome?.take().get()
            say("stored: \(try stored()), hooks: \(ItemWithHook.hookCount), unsaved: \(main.hasChanges)")
            try main.save()
            say("stored: \(try stored())")
        } catch { say("\(error)") }
        exit(0)
    }

    /// The numbers that are not those of the beginning.
    private func stored() throws -> [Int] {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait {
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
                .compactMap { $0.value(forKey: "number") as? Int }.filter { !(1..<30).contains($0) }
        }
    }
}
