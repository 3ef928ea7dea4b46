import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What a fetch reads, by the calls of a store that counts them.
@Suite struct FetchReadingContextTests {
    private let company = Company()
    private let store: TableStore
    private let context: NSManagedObjectContext
    private let request = NSFetchRequest<NSManagedObject>(entityName: "Person")

    init() throws {
        NSPersistentStoreCoordinator.registerStoreClass(TableStore.self, type: TableStore.kind)
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        let url = URL(string: "table://\(UUID().uuidString)")!
        store = try company.coordinator.addPersistentStore(type: TableStore.kind, at: url) as! TableStore
        store.records = [
            "Department": ["sales": .init(values: ["name": "Sales", "age": 7])],
            "Person": Dictionary(
                uniqueKeysWithValues: (10..<40).map { index in
                    ("p\(index)", .init(values: ["name": "P\(index)", "department": "sales"]))
                }),
        ]
        store.calls = []
        context = company.context()
    }

    /// How often the store was asked for each thing.
    private func calls() -> [String: Int] {
        defer { store.calls = [] }
        return Dictionary(grouping: store.calls, by: \.self).mapValues(\.count)
    }

    @Test func `a fetch gives faults, each of which reads its values once`() throws {
        let people = try context.fetch(request)
        #expect(people.count == 30 && people.allSatisfy(\.isFault) && calls() == ["fetch": 1])
        _ = (people[0].title, people[0].title, people[0].age)
        #expect(calls() == ["values": 1])
        _ = (people[0]["department"], people[1].objectID, people[1].entity)
        #expect(calls() == [:])
        _ = people[0]["department"]?.title
        #expect(people[0]["department"]?.names("people").count == 30)
        let counted = calls()
        #expect(counted["relationship people"] == 1)
        #expect(people[0]["department"]?.names("people").count == 30)
        #expect(calls() == [:])
        let again = try context.fetch(request)
        #expect(again.map { ObjectIdentifier($0) } == people.map { ObjectIdentifier($0) } && calls() == ["fetch": 1])
    }

    @Test func `objects that are not to be faults are none`() throws {
        request.returnsObjectsAsFaults = false
        let people = try context.fetch(request)
        #expect(people.allSatisfy { !$0.isFault })
        _ = calls()
        _ = people.map(\.title)
        #expect(calls() == [:])
    }

    @Test func `without property values only identities are read`() throws {
        request.includesPropertyValues = false
        let people = try context.fetch(request)
        #expect(people.count == 30 && people.allSatisfy(\.isFault) && calls() == ["fetch": 1])
        #expect(people[3].title.hasPrefix("P"))
    }

    @Test func `what is prefetched is read with the fetch and not again`() throws {
        request.relationshipKeyPathsForPrefetching = ["department"]
        let people = try context.fetch(request)
        _ = calls()
        #expect(people.allSatisfy { $0["department"]?.title == "Sales" && $0["department"]?.isFault == false })
        #expect(calls() == [:])
    }

    @Test func `prefetching goes along a path, and to many`() throws {
        request.relationshipKeyPathsForPrefetching = ["department.people", "no such thing"]
        request.fetchLimit = 1
        let person = try #require(try context.fetch(request).first)
        _ = calls()
        #expect(person["department"]?.names("people").count == 30)
        #expect(calls() == [:])
    }

    @Test func `a batch size changes neither which objects come nor their order`() throws {
        let descriptors = [NSSortDescriptor(key: "name", ascending: false)]
        let company = Company()
        let context = company.context()
        for index in 0..<50 { company.make("Person", "p\(10 + index)", in: context) }
        try context.save()
        context.reset()
        request.sortDescriptors = descriptors
        let whole = try context.fetch(request)
        request.fetchBatchSize = 7
        let batches = try context.fetch(request)
        #expect(batches.map { ObjectIdentifier($0) } == whole.map { ObjectIdentifier($0) })
        #expect(batches.first?.title == "p59")
        // The result stays what it was, whatever becomes of the objects.
        let other = company.context()
        other.delete(other.object(with: batches[0].objectID))
        other.object(with: batches[1].objectID).rename("a")
        try other.save()
        #expect(batches.count == 50 && batches[0] === whole[0])
    }
}
