import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Stores whose data lie in another form than the model says with which they are opened.
@Suite struct DataFormTests {
    private let store = PictureStore()

    /// Each byte that could be taken for a mark, alone and in front of others, and data that lie beside the store where they may.
    private static let values: [Data?] = [
        nil, Data(), Data([0]), Data([1]), Data([2]), Data([1, 1]), Data([2, 65, 0]), Data([3, 1]),
        Data([1]) + PictureStore.long, Data([2]) + PictureStore.long, Data([3]) + PictureStore.long,
    ]

    private func model(isMarked: Bool, _ change: (NSEntityDescription) -> Void = { _ in }) -> NSManagedObjectModel {
        let model = store.model()
        (model.entities[0].properties[0] as? NSAttributeDescription)?.allowsExternalBinaryDataStorage = isMarked
        change(model.entities[0])
        return model
    }

    private func context(
        _ model: NSManagedObjectModel, _ options: [AnyHashable: Any]? = nil
    ) throws -> NSManagedObjectContext {
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = try Fixture.open(store.url, model, options: options).coordinator
        return context
    }

    private func objects(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try context.fetch(request)
    }

    private func pictures(_ context: NSManagedObjectContext) throws -> [Data?] {
        try objects(context).map { $0.value(forKey: "picture") as? Data }
    }

    private func name(_ number: Int) -> String { String(UnicodeScalar(UInt8(97 + number))) }

    private func make(isMarked: Bool) throws {
        let made = try context(model(isMarked: isMarked))
        for (number, value) in Self.values.enumerated() { store.insert(name(number), value, made) }
        try made.save()
        try store.close(made)
    }

    /// What a file of before says of itself: nothing but the model that it keeps.
    private func forgetForms() throws {
        let connection = try SQLiteConnection(path: store.url.path, access: .readWrite)
        defer { connection.close() }
        var metadata = try #require(try MetadataTable.read(connection))
        metadata[NewMetadata.markedDataKey] = nil
        try MetadataTable.write(metadata, connection)
    }

    @Test(arguments: [false, true], [false, true])
    func `Data are what they were, whatever the model says by which they are read and written`(
        isMarked: Bool, isOld: Bool
    ) throws {
        try make(isMarked: isMarked)
        if isOld { try forgetForms() }
        let other = try context(model(isMarked: !isMarked))
        #expect(try pictures(other) == Self.values)
        let request = NSFetchRequest<NSDictionary>(entityName: "Item")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["picture"]
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        #expect(try other.fetch(request).map { $0["picture"] as? Data } == Self.values)
        // Each gets the value of the next one.
        let changed = Array(Self.values.dropFirst()) + [Self.values[0]]
        for (object, value) in zip(try objects(other), changed) { object.setValue(value, forKey: "picture") }
        store.insert("z", Data([1, 2]), other)
        try other.save()
        try store.close(other)
        for isMarked in [isMarked, !isMarked] {
            let context = try context(model(isMarked: isMarked))
            #expect(try pictures(context) == changed + [Data([1, 2])])
            try store.close(context)
        }
        #expect(try Fixture.rows(store.url, "PRAGMA integrity_check") == ["ok"])
    }

    @Test(arguments: [false, true], [false, true])
    func `A migration brings data into the form that the new model says, from the one that the file has`(
        isMarked: Bool, isCopied: Bool
    ) throws {
        try make(isMarked: isMarked)
        let files = {
            (try? FileManager.default.contentsOfDirectory(atPath: ExternalFolder(store: store.url.path).path)) ?? []
        }
        // Nobody knows by the models that the file has another form than the last one says.
        let last = try context(model(isMarked: !isMarked))
        try store.close(last)
        let new = model(isMarked: !isMarked) { entity in
            entity.properties.append(Part.attribute("x", .stringAttributeType))
            // Its table is made anew.
            if isCopied { entity.properties[1].isOptional = false }
        }
        if isCopied { (new.entities[0].attributesByName["name"])?.defaultValue = "none" }
        let migrated = try context(new, MigrationBench.options)
        #expect(try pictures(migrated) == Self.values)
        try store.close(migrated)
        // Data that were marked are all in rows now, and those that were not stay there until they are set.
        #expect(files().isEmpty)
        let again = try context(new)
        try objects(again)[3].setValue(PictureStore.long, forKey: "picture")
        try again.save()
        #expect(files().count == (isMarked ? 0 : 1))
        try store.close(again)
        let read = try context(new)
        var expected = Self.values
        expected[3] = PictureStore.long
        #expect(try pictures(read) == expected)
        try store.close(read)
    }

    @Test func `A file of Apple's has the form that the model says`() throws {
        try make(isMarked: true)
        // As Apple's framework would leave it: neither the form nor whose hashes they are is said, and the model that is kept says nothing.
        let connection = try SQLiteConnection(path: store.url.path, access: .readWrite)
        var metadata = try #require(try MetadataTable.read(connection))
        (metadata[NewMetadata.markedDataKey], metadata[NewMetadata.formulaKey]) = (nil, nil)
        try MetadataTable.write(metadata, connection)
        let plain = model(isMarked: false)
        try ModelCacheTable.write(plain, connection)
        connection.close()
        let marked = try context(model(isMarked: true))
        #expect(try pictures(marked) == Self.values)
        try store.close(marked)
    }

    @Test func `A file without the model that it was made with says its form all the same`() throws {
        try make(isMarked: true)
        try Fixture.run(store.url, "DELETE FROM Z_MODELCACHE")
        let other = try context(model(isMarked: false))
        #expect(try pictures(other) == Self.values)
        try store.close(other)
    }
}
