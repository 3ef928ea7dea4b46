import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Begins another migration.
final class GreedyPolicy: NamePolicy {
    override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
        try manager.migrateStore(
            from: URL(fileURLWithPath: "/a"), type: .sqlite, mapping: NSMappingModel(), to: URL(fileURLWithPath: "/b"),
            type: .sqlite)
    }
}

/// Says how long a book is.
final class LengthPolicy: NSEntityMigrationPolicy {
    override func value(forMethod name: String, arguments: [Any?]) -> Any?? {
        guard name == "length:" else { return nil }
        return .some((arguments[0] as? NSNumber).map { "\($0) pages" })
    }
}

/// Takes names apart, and notes what it is called for.
class NamePolicy: NSEntityMigrationPolicy {
    private func note(_ call: String, _ manager: NSMigrationManager) {
        (manager.userInfo?["calls"] as? NSMutableArray)?.add(call)
    }

    override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws { note("begin", manager) }

    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        note("create", manager)
        #expect(manager.sourceEntity(for: mapping) === sInstance.entity)
        #expect(manager.currentEntityMapping === mapping)
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let new = manager.destinationInstances(
            forEntityMappingName: mapping.name, sourceInstances: [sInstance]
        )[0]
        let parts = (sInstance.value(forKey: "name") as? String ?? "").split(separator: " ")
        new.setValue(String(parts[0]), forKey: "first")
        new.setValue(String(parts[1]), forKey: "last")
    }

    override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        note("end of creation", manager)
    }

    override func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        note("relationships", manager)
        #expect(
            manager.sourceInstances(forEntityMappingName: mapping.name, destinationInstances: [dInstance]).count == 1)
    }

    override func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        note("end of relationships", manager)
    }

    override func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        note("validation", manager)
    }

    override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws { note("end", manager) }
}

/// Throws when all is there.
final class FailingPolicy: NamePolicy {
    override func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
        throw NSError(domain: "Policy", code: 5)
    }
}

/// Cancels the migration.
final class CancellingPolicy: NamePolicy {
    override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
        manager.cancelMigrationWithError(CoreDataError.make(NSMigrationCancelledError))
    }
}
