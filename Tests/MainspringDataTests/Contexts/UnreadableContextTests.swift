import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Objects that a store has and cannot read.
@Suite struct UnreadableContextTests {
    /// A store whose service may be out of reach.
    private final class BrokenStore: TableStore {
        override class var kind: NSPersistentStore.StoreType { .init(rawValue: "Broken") }
        var isBroken = false

        override func newValuesForObject(
            with objectID: NSManagedObjectID, with context: NSManagedObjectContext
        ) throws -> NSIncrementalStoreNode {
            if isBroken { throw CocoaError(.fileReadCorruptFile) }
            return try super.newValuesForObject(with: objectID, with: context)
        }

        override func newValue(
            forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
            with context: NSManagedObjectContext?
        ) throws -> Any {
            if isBroken { throw CocoaError(.fileReadCorruptFile) }
            return try super.newValue(forRelationship: relationship, forObjectWith: objectID, with: context)
        }
    }

    private let company = Company()
    private let store: BrokenStore
    private let context: NSManagedObjectContext

    init() throws {
        NSPersistentStoreCoordinator.registerStoreClass(BrokenStore.self, type: BrokenStore.kind)
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        let url = URL(string: "table://here")!
        store = try company.coordinator.addPersistentStore(type: BrokenStore.kind, at: url) as! BrokenStore
        store.records = [
            "Department": ["sales": .init(values: ["name": "Sales", "age": 7])],
            "Person": ["anna": .init(values: ["name": "Anna", "department": "sales"])],
        ]
        context = company.context()
    }

    private func object(_ entity: String, _ key: String) -> NSManagedObject {
        context.object(with: store.newObjectID(for: company.entities[entity]!, referenceObject: key))
    }

    @Test func `a fault that cannot be read has no values, and is read again when it is refreshed`() {
        let anna = object("Person", "anna")
        store.isBroken = true
        #expect(anna.value(forKey: "name") == nil && !anna.isDeleted && !anna.isFault)
        store.isBroken = false
        context.refresh(anna, mergeChanges: false)
        #expect(anna.title == "Anna")
    }

    @Test func `existingObject throws what the store does, and reads again afterwards`() throws {
        let anna = object("Person", "anna")
        store.isBroken = true
        #expect(anna.value(forKey: "name") == nil)
        let error = #expect(throws: CocoaError.self) { try context.existingObject(with: anna.objectID) }
        #expect(error?.code == .fileReadCorruptFile)
        store.isBroken = false
        #expect(try context.existingObject(with: anna.objectID).title == "Anna")
    }

    @Test func `an object that could not be read is not saved, so that nothing is written over it`() throws {
        let anna = object("Person", "anna")
        store.isBroken = true
        anna.setValue("Else", forKey: "name")
        store.isBroken = false
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code.rawValue == NSPersistentStoreSaveError && error?.underlying != nil)
        #expect(store.records["Person"]?["anna"]?.values["name"] as? String == "Anna")
        context.rollback()
        #expect(!context.hasChanges && anna.title == "Anna")
    }

    @Test func `an object that could not be read can be deleted`() throws {
        let anna = object("Person", "anna")
        store.isBroken = true
        #expect(anna.value(forKey: "name") == nil)
        store.isBroken = false
        context.delete(anna)
        try context.save()
        #expect(store.records["Person"]?["anna"] == nil)
    }

    @Test func `a relationship that cannot be read is empty, and its owner is not saved`() throws {
        let sales = object("Department", "sales")
        #expect(sales.title == "Sales")
        store.isBroken = true
        #expect(sales.names("people") == [])
        store.isBroken = false
        sales.setValue("Other", forKey: "name")
        #expect(throws: CocoaError.self) { try context.save() }
        context.refresh(sales, mergeChanges: false)
        #expect(sales.names("people") == ["Anna"])
        sales.setValue("Other", forKey: "name")
        try context.save()
    }
}
