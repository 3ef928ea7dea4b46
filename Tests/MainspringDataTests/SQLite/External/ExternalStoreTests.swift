import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Long data in files, with objects and saves.
@Suite struct ExternalStoreTests {
    private let scratch = Scratch()
    private var url: URL { scratch.url("s.sqlite") }
    private let long = Data(repeating: 3, count: ExternalFiles.threshold + 5)

    private func open() throws -> (coordinator: NSPersistentStoreCoordinator, context: NSManagedObjectContext) {
        let item = Part.entity("Item")
        let picture = Part.attribute("picture", .binaryDataAttributeType)
        picture.allowsExternalBinaryDataStorage = true
        let name = Part.attribute("name", .stringAttributeType)
        item.properties = [picture, name]
        item.uniquenessConstraints = [["name"]]
        let coordinator = try Fixture.open(url, Part.model([item])).coordinator
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return (coordinator, context)
    }

    private func close(_ coordinator: NSPersistentStoreCoordinator) throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    /// The names of the files that there are.
    private var files: Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: ExternalFolder(store: url.path).path)) ?? [])
    }

    private func insert(_ name: String, _ data: Data?, _ context: NSManagedObjectContext) {
        let object = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        object.setValue(name, forKey: "name")
        object.setValue(data, forKey: "picture")
    }

    private func pictures(_ context: NSManagedObjectContext) throws -> [String: Data] {
        let objects = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
        return Dictionary(
            uniqueKeysWithValues: objects.compactMap { object in
                (object.value(forKey: "picture") as? Data).map { (object.value(forKey: "name") as? String ?? "", $0) }
            })
    }

    @Test func `Long data are kept in a file, changed with it and deleted with their object`() throws {
        let first = try open()
        try first.context.performAndWait {
            insert("long", long, first.context)
            insert("short", Data([7]), first.context)
            insert("none", nil, first.context)
            insert("empty", Data(), first.context)
            try first.context.save()
        }
        try close(first.coordinator)
        let file = files
        #expect(file.count == 1)
        #expect(
            try Fixture.rows(url, "SELECT hex(substr(ZPICTURE, 1, 1)), length(ZPICTURE) FROM ZITEM ORDER BY ZNAME")
                == ["01|1", "02|38", "|NULL", "01|2"])
        let second = try open()
        try second.context.performAndWait {
            #expect(try pictures(second.context) == ["long": long, "short": Data([7]), "empty": Data()])
            let objects = try second.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
            for object in objects where object.value(forKey: "name") as? String == "long" {
                object.setValue(long + [1], forKey: "picture")
            }
            try second.context.save()
            #expect(files.count == 1 && files != file)
            for object in objects { second.context.delete(object) }
            try second.context.save()
            #expect(files == [])
        }
        try close(second.coordinator)
    }

    @Test func `An object whose file is missing can be deleted`() throws {
        let (coordinator, context) = try open()
        try context.performAndWait {
            insert("a", long, context)
            insert("b", Data([1]), context)
            try context.save()
        }
        try close(coordinator)
        for file in files {
            try FileManager.default.removeItem(atPath: "\(ExternalFolder(store: url.path).path)/\(file)")
        }
        let second = try open()
        try second.context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.predicate = NSPredicate(format: "name == 'a'")
            let item = try second.context.fetch(request)[0]
            #expect(item.value(forKey: "picture") == nil)
            second.context.delete(item)
            try second.context.save()
            #expect(try pictures(second.context) == ["b": Data([1])])
        }
        try close(second.coordinator)
    }

    @Test func `A save that fails leaves the files as they were`() throws {
        let (coordinator, context) = try open()
        try context.performAndWait {
            insert("a", long, context)
            try context.save()
            let file = files
            insert("b", long + [2], context)
            insert("a", long + [3], context)
            #expect(throws: (any Error).self) { try context.save() }
            #expect(files == file)
        }
        try close(coordinator)
    }
}
