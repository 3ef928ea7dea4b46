import Foundation
import MainspringModel

@testable import MainspringData

/// The store that all processes have open: items, each with the worker that has made it, its number there, and how often it was
/// changed.
enum SharedStore {
    static func url(in folder: String) -> URL { URL(fileURLWithPath: folder).appendingPathComponent("shared.sqlite") }

    static func make(in folder: String) throws {
        let (coordinator, store) = try open(in: folder)
        try coordinator.remove(store)
    }

    static func open(
        in folder: String, tells: Bool = false
    ) throws -> (coordinator: NSPersistentStoreCoordinator, store: NSPersistentStore) {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
        // What reaches the disk is another test's matter.
        let options: [AnyHashable: Any] = [
            NSPersistentHistoryTrackingKey: NSNumber(value: true),
            NSPersistentStoreRemoteChangeNotificationPostOptionKey: NSNumber(value: tells),
            NSSQLitePragmasOption: ["synchronous": "OFF"],
        ]
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url(in: folder), options: options)
        return (coordinator, store)
    }

    private static func model() -> NSManagedObjectModel {
        let item = NSEntityDescription()
        item.name = "Item"
        item.properties = [
            ("worker", NSAttributeType.stringAttributeType), ("number", .integer64AttributeType),
            ("turn", .integer64AttributeType),
        ].map { name, type in
            let attribute = NSAttributeDescription()
            (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
            return attribute
        }
        let model = NSManagedObjectModel()
        model.entities = [item]
        return model
    }

    static var items: NSFetchRequest<NSManagedObject> { NSFetchRequest(entityName: "Item") }

    /// Each item of a file in a line, sorted, past all that the program keeps.
    static func lines(in folder: String, worker: String? = nil) throws -> [String] {
        let connection = try SQLiteConnection(path: url(in: folder).path, access: .readWrite)
        defer { connection.close() }
        connection.setBusyTimeout(10_000)
        let statement = try connection.prepare(
            "SELECT ZWORKER || ' ' || ZNUMBER || ' ' || ZTURN FROM ZITEM WHERE ? IS NULL OR ZWORKER = ?")
        for index in 1...2 { try statement.bind(worker.map { .text($0) } ?? .null, at: index) }
        var lines: [String] = []
        while try statement.step() { lines.append(statement.string(0)) }
        return lines.sorted()
    }
}

/// What is not as it should be.
struct Broken: Error, CustomStringConvertible {
    let description: String
}

func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    guard condition else { throw Broken(description: sentence()) }
}
