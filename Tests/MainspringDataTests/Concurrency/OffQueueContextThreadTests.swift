import Dispatch
import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Use of contexts and their objects off their queues, member by member.
@Suite struct OffQueueContextThreadTests {
    enum Use: String, CaseIterable {
        case fetch, count, save, insert, hasChanges, delete, existingObject, registeredObjects, registeredObject
        case objectWithID, rollback, reset, undo, redo, processPendingChanges, refresh, refreshAllObjects
        case insertedObjects, updatedObjects, deletedObjects, merge, obtainPermanentIDs, detectConflicts
        case readValue, writeValue, changedValues, committedValues, primitiveValue, setPrimitiveValue, hasFault
        case relationshipIDs, performFetch, execute, executeByCoordinator, executeLater
        case setQueryGeneration, queryGeneration, validate, objectHasChanges, faultingState

        func make() throws {
            ConcurrencyDebug.turn(on: true)
            let company = Company()
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = company.coordinator
            nonisolated(unsafe) var made: NSManagedObject?
            try context.performAndWait {
                made = company.make("Person", "Anna", in: context)
                try context.save()
            }
            guard let anna = made else { return }
            let identity = context.performAndWait { anna.objectID }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            switch self {
            case .fetch: _ = try context.fetch(request)
            case .count: _ = try context.count(for: request)
            case .save: try context.save()
            case .insert: context.insert(anna)
            case .hasChanges: _ = context.hasChanges
            case .delete: context.delete(anna)
            case .existingObject: _ = try context.existingObject(with: identity)
            case .registeredObjects: _ = context.registeredObjects
            case .registeredObject: _ = context.registeredObject(for: identity)
            case .objectWithID: _ = context.object(with: identity)
            case .rollback: context.rollback()
            case .reset: context.reset()
            case .undo: context.undo()
            case .redo: context.redo()
            case .processPendingChanges: context.processPendingChanges()
            case .refresh: context.refresh(anna, mergeChanges: true)
            case .refreshAllObjects: context.refreshAllObjects()
            case .insertedObjects: _ = context.insertedObjects
            case .updatedObjects: _ = context.updatedObjects
            case .deletedObjects: _ = context.deletedObjects
            case .merge: context.mergeChanges(fromContextDidSave: Notification(name: .NSManagedObjectContextDidSave))
            case .obtainPermanentIDs: try context.obtainPermanentIDs(for: [anna])
            case .detectConflicts: context.detectConflicts(for: anna)
            case .readValue: _ = anna.value(forKey: "name")
            case .writeValue: anna.setValue("x", forKey: "name")
            case .changedValues: _ = anna.changedValues()
            case .committedValues: _ = anna.committedValues(forKeys: nil)
            case .primitiveValue: _ = anna.primitiveValue(forKey: "name")
            case .setPrimitiveValue: anna.setPrimitiveValue("x", forKey: "name")
            case .hasFault: _ = anna.hasFault(forRelationshipNamed: "projects")
            case .relationshipIDs: _ = anna.objectIDs(forRelationshipNamed: "projects")
            case .performFetch:
                request.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: "name", ascending: true)]
                let list = NSFetchedResultsController(
                    fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
                try list.performFetch()
            case .execute: _ = try context.execute(request)
            case .executeByCoordinator: _ = try company.coordinator.execute(request, with: context)
            case .executeLater: _ = try context.execute(NSAsynchronousFetchRequest(fetchRequest: request))
            case .setQueryGeneration: try context.setQueryGenerationFrom(nil)
            case .queryGeneration: _ = context.queryGenerationToken
            case .validate: try anna.validateForUpdate()
            case .objectHasChanges: _ = anna.hasChanges
            case .faultingState: _ = anna.faultingState
            }
        }
    }

    @Test(arguments: Seeds.sample(Use.allCases.map(\.rawValue), sanitized: 4))
    func `a use of a context or an object off its queue ends the program`(_ name: String) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [name] in
            try Use(rawValue: name)?.make()
        }
        #expect(result?.errorText.contains("(private queue) was used on thread") == true)
    }

    @Test func `a thread that comes while another one saves a confined context is told of`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ConcurrencyDebug.turn(on: true)
            let company = Company.hooked()
            let context = company.context()
            context.journal.willSave = { _ in
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    _ = context.hasChanges
                    done.signal()
                }
                done.wait()
            }
            company.insert("Person", "Anna", in: context)
            try context.save()
        }
        #expect(result?.errorText.contains("hasChanges of context") == true)
        #expect(result?.errorText.contains("was using the context") == true)
    }
}
