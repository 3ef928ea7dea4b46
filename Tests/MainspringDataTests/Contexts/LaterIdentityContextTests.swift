import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Temporary identities after their objects have got permanent ones.
@Suite struct LaterIdentityContextTests {
    private let company = Company()

    @Test func `one that somebody has still leads to the object`() throws {
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        let temporary = anna.objectID
        try context.save()
        #expect(!anna.objectID.isTemporaryID && context.object(with: temporary) === anna)
        #expect(context.registeredObject(for: temporary) === anna)
    }

    @Test func `nothing is kept of those that nobody has`() throws {
        let parent = company.context()
        let child = parent.child()
        for round in 0..<50 {
            // In the context itself nobody asks for any; in a child all are asked for, and handed over.
            let context = round % 2 == 0 ? parent : child
            for number in 0..<20 { company.make("Person", "\(number)", in: context) }
            try child.save()
            try parent.save()
            child.reset()
        }
        #expect(parent.core.objectMap.laterIdentities.count <= 128)
        #expect(try company.context().count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 1_000)
    }

    @Test func `a child that has a thousand objects finds each again under the identity that it has`() throws {
        let parent = company.context()
        let child = parent.child()
        let people = (0..<1_000).map { company.make("Person", "\($0)", in: child) }
        try child.save()
        try parent.save()
        for (number, person) in people.enumerated() {
            #expect(person.objectID.isTemporaryID)
            #expect(parent.object(with: person.objectID).title == "\(number)")
        }
        #expect(parent.registeredObjects.count <= 1_000)
    }

    @Test func `a child finds objects by a link to its own object after contexts above have saved that`() throws {
        let root = company.context()
        let child = root.child()
        let (anna, sales) = (company.make("Person", "Anna", in: child), company.make("Department", "S", in: child))
        anna.setValue(sales, forKey: "department")
        try child.save()
        let people = NSFetchRequest<NSManagedObject>(entityName: "Person")
        people.predicate = NSPredicate(format: "department == %@", sales)
        #expect(try child.fetch(people) == [anna])
        try root.save()
        #expect(try child.fetch(people) == [anna])
    }

    @Test func `a save that fails gives temporary identities back, those that nobody has asked for too`() throws {
        let company = Company(unique: ["Person": [["name"]]])
        let context = company.context()
        let (anna, other) = (company.make("Person", "Anna", in: context), company.make("Person", "Anna", in: context))
        let temporary = anna.objectID
        #expect(throws: CocoaError.self) { try context.save() }
        #expect(
            anna.objectID == temporary && other.objectID.isTemporaryID
                && context.core.objectMap.laterIdentities.count == 0)
        #expect(context.registeredObject(for: other.objectID) === other)
    }

    @Test func `a row that a context hands over is the one that a store in memory keeps`() throws {
        let company = Company(kind: .inMemory)
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        for version in 1...3 {
            anna.setValue("Anna \(version)", forKey: "name")
            try context.save()
            let store = company.coordinator.persistentStores[0]
            let row = try #require(try store.service.row(of: anna.objectID, for: context))
            #expect(row === anna.saved && row.version == Int64(version))
        }
    }

    @Test(arguments: [1, 3, 64, 65, 1_000])
    func `whatever lies between temporary keys, those in use are known and few others are kept`(distance: Int64) {
        let entity = company.entities["Person"]!
        func identity(_ key: Int64, store: UInt32) -> NSManagedObjectID {
            NSManagedObjectID(ObjectKey(store: store, root: 1, key: key), entity)
        }
        var identities = LaterIdentities()
        var used: [(temporary: NSManagedObjectID, later: NSManagedObjectID)] = []
        for number in 1...5_000 as ClosedRange<Int64> {
            let (temporary, later) = (identity(number * distance, store: 0), identity(number, store: 1))
            identities.add(temporary, later)
            if number % 50 == 0 { used.append((temporary, later)) }
            #expect(identities.count <= 2 * used.count + 128)
        }
        for (temporary, later) in used { #expect(identities[temporary.key] === later) }
        // One that is given again stands once.
        let count = identities.count
        for (temporary, later) in used.prefix(10) { identities.add(temporary, later) }
        #expect(identities.count <= count)
        for (temporary, _) in used { identities.remove(temporary.key) }
        for (temporary, _) in used { #expect(identities[temporary.key] == nil) }
    }
}

private typealias NSPredicate = MainspringFoundation.NSPredicate
