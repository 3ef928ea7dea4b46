import Dispatch
import Foundation
import Glibc
import MainspringData
import MainspringFoundation
import MainspringModel
import Measure
import StoreFaults
import Workloads

/// main-save-1k: 1,000 changed objects of a context on the main queue are saved into its private parent. What the parent does then is
/// not waited for in the measured time, and not in its way either.
func mainSave(_ size: Int) throws -> Int {
    let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    parent.persistentStoreCoordinator = try Staff.coordinator()
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.parent = parent
    let employees = try Staff.saved(1_000, in: context)
    var round = 0
    var ours: Int64 = 0
    let count = try measured(
        size,
        prepare: {
            parent.performAndWait {}
            round += 1
            for employee in employees { employee.salary = Double(round) }
        },
        {
            let began = threadTime()
            try context.save()
            ours += threadTime() - began
        }, check: { precondition(!context.hasChanges) })
    measure_note("main-thread-cpu-ms", Double(ours) / Double(count + 1) / 1e6)
    return count
}

/// main-save-1k-held: the same while the parent is saving into a file, and is held inside COMMIT.
func mainSaveHeld(_ size: Int) throws -> Int {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (coordinator, faults) = (NSPersistentStoreCoordinator(managedObjectModel: Staff.model), SQLiteFaults())
    try coordinator.addPersistentStore(
        type: .sqlite, at: folder.appendingPathComponent("staff.sqlite"), options: [SQLiteFaults.option: faults])
    let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    parent.persistentStoreCoordinator = coordinator
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.parent = parent
    let employees = try Staff.saved(1_000, in: context)
    try parent.performAndWait { try parent.save() }
    for employee in employees { employee.salary = -1 }
    try context.save()
    faults.holdCommits()
    let isSaved = DispatchSemaphore(value: 0)
    parent.perform {
        do { try parent.save() } catch { fatalError("\(error)") }
        isSaved.signal()
    }
    faults.waitUntilHeld()
    var round = 0
    let count = try measured(
        size,
        prepare: {
            round += 1
            for employee in employees { employee.salary = Double(round) }
        }, { try context.save() }, check: { precondition(!context.hasChanges) })
    faults.releaseCommits()
    isSaved.wait()
    try parent.performAndWait { try parent.save() }
    let (reader, request) = (Staff.context(coordinator), NSFetchRequest<Employee>(entityName: "Employee"))
    request.predicate = NSPredicate(format: "salary == %@", NSNumber(value: Double(round)))
    let stored = try reader.count(for: request)
    precondition(stored == employees.count)
    return count
}

/// CPU time of the calling thread in nanoseconds: on a busy machine wall time has other programs in it.
private func threadTime() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

/// merge-10k: a context of which 1,000 objects are in memory merges what another one has saved, 10,000 changed objects.
func merge(_ size: Int) throws -> Int {
    let coordinator = try Staff.coordinator()
    let (writer, reader) = (Staff.context(coordinator), Staff.context(coordinator))
    let employees = try Staff.saved(10_000, in: writer)
    let read = try employees.prefix(1_000).map { try reader.existingObject(with: $0.objectID) as! Employee }
    let saved = Notification(
        name: .NSManagedObjectContextDidSave, object: writer,
        userInfo: [NSUpdatedObjectsKey: Set<NSManagedObject>(employees)])
    var round = 0
    return try measured(
        size,
        prepare: {
            round += 1
            for employee in employees { employee.salary = Double(round) }
            try writer.save()
        }, { reader.mergeChanges(fromContextDidSave: saved) },
        check: { precondition(read.allSatisfy { !$0.isFault && $0.salary == Double(round) }) })
}

/// fetched-results-100: 100 changes in a list of 100,000 rows: 80 objects that are put elsewhere, 10 new ones, 10 deleted.
func fetchedResults(_ size: Int) throws -> Int {
    let context = try Staff.context(Staff.coordinator())
    var employees = try Staff.saved(EmployeeValues.count, in: context)
    let request = NSFetchRequest<Employee>(entityName: "Employee")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    let list = List()
    controller.delegate = list
    try controller.performFetch()
    var random: UInt64 = 1
    let count = measured(
        size,
        prepare: {
            context.processPendingChanges()
            list.changes = 0
            for _ in 0..<80 {
                let number = Int(measure_random(&random) % UInt64(employees.count))
                employees[number].name = "Name \(measure_random(&random) % 1_000_003)"
            }
            for _ in 0..<10 {
                let employee = Employee(context: context)
                employee.name = "Name \(measure_random(&random) % 1_000_003)"
                employees.append(employee)
            }
            for _ in 0..<10 {
                context.delete(employees.remove(at: Int(measure_random(&random) % UInt64(employees.count))))
            }
        }, { context.processPendingChanges() }, check: { precondition(list.changes > 90) })
    precondition(controller.fetchedObjects?.count == employees.count)
    return count
}

/// What counts the changes that it is told of.
private final class List: NSObject, NSFetchedResultsControllerDelegate {
    var changes = 0

    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        changes += 1
    }
}

/// perform-and-wait: an empty block on a private context that has nothing to do.
func performAndWait(_ size: Int) throws -> Int {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = try Staff.coordinator()
    var sum = 0
    return measured(10, prepare: {}, { for _ in 0..<size { context.performAndWait { sum += 1 } } }, check: {}) * size
}
