import Foundation
import MainspringData
import MainspringModel
import Measure
import Workloads

/// migrate-in-place: items get one attribute more.
func migrateAdding(_ size: Int) throws -> Int {
    try migrated(size) { item in
        item.properties.append(attribute("note", .stringAttributeType))
    } check: { object in
        precondition(object.value(forKey: "note") == nil)
    }
}

/// migrate-rename: items are things, and their names are required.
func migrateRenaming(_ size: Int) throws -> Int {
    try migrated(size) { item in
        (item.name, item.renamingIdentifier) = ("Thing", "Item")
        let name = item.attributesByName["name"]
        name?.isOptional = false
        name?.defaultValue = "none"
    } check: { object in
        precondition(object.entity.name == "Thing")
    }
}

/// migrate-copy: items have one attribute less, so that their table is copied.
func migrateCopying(_ size: Int) throws -> Int {
    try migrated(size) { item in
        item.properties.removeAll { $0.name == "ratio" }
    } check: { object in
        precondition(object.entity.attributesByName["ratio"] == nil)
    }
}

private func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    (attribute.name, attribute.attributeType) = (name, type)
    return attribute
}

/// Opens copies of a file of a million items with a model whose items are others.
private func migrated(
    _ size: Int, _ change: (NSEntityDescription) -> Void, check: (NSManagedObject) -> Void
) throws -> Int {
    let original = String(cString: measure_migrated_store())
    try filledFile(original, count: Int(MEASURE_MIGRATED_ITEMS)).close()
    let path = String(cString: measure_store_path("ours"))
    defer { ItemFile.erase(path) }
    return try measured(
        size,
        prepare: { () -> NSPersistentStoreCoordinator in
            guard measure_store_copy(original, path) == 0, let model = ItemFile.model.copy() as? NSManagedObjectModel,
                let item = model.entitiesByName["Item"]
            else { fatalError("The file cannot be copied.") }
            measure_store_warm(path)
            item.managedObjectClassName = "NSManagedObject"
            change(item)
            return NSPersistentStoreCoordinator(managedObjectModel: model)
        },
        { (coordinator: NSPersistentStoreCoordinator) in
            _ = try coordinator.addPersistentStore(
                type: .sqlite, at: URL(fileURLWithPath: path),
                options: [
                    NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
                ])
        },
        check: { (coordinator: NSPersistentStoreCoordinator) in
            let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            guard let name = coordinator.managedObjectModel.entities.first(where: { $0.name != "Owner" })?.name else {
                fatalError("There are no items.")
            }
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            let count = try context.count(for: request)
            precondition(count == Int(MEASURE_MIGRATED_ITEMS))
            request.fetchLimit = 1
            check(try context.fetch(request)[0])
            for store in coordinator.persistentStores { try coordinator.remove(store) }
        })
}
