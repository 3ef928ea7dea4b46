import MainspringModel

@_spi(Tools) @testable import MainspringData

extension NSManagedObjectContext {
    /// Makes items, which have numbers from 0 on.
    func insertItems(_ count: Int) {
        for number in 0..<count {
            NSEntityDescription.insertNewObject(forEntityName: "Item", into: self).setValue(number, forKey: "number")
        }
    }

    /// How many items its stores have; -1 if that cannot be known. For any thread.
    var storedItems: Int {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        let items = NSFetchRequest<NSManagedObject>(entityName: "Item")
        return context.performAndWait { (try? context.count(for: items)) ?? -1 }
    }

    /// Begins to save in slices on the main queue, as `saveInSlices()` does, but not in a task, which may come to it some slices late.
    func submitSave(then: @escaping @Sendable () -> Void = {}) -> Outcome<Void, any Error> {
        let outcome = Outcome<Void, any Error>()
        MainSlices.shared.submit(SlicedSave(outcome, Cancellation(), onEnd: then), to: self)
        return outcome
    }
}
