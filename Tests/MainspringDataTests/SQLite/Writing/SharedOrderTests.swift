import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@_spi(Tools) import MainspringInspection
@testable import MainspringData

/// Ordered relationships that several contexts change without knowing of each other.
@Suite struct SharedOrderTests {
    /// Where an ordered relationship's places lie.
    enum Kind: String, CaseIterable {
        /// In the members' own rows.
        case toOne = "people"
        /// In a table of pairs, of which the other end has no order.
        case toMany = "projects"
        /// In a table of pairs with an order at each end.
        case both = "projects, members"
    }

    private let scratch = Scratch()
    private var url: URL { scratch.url("s.sqlite") }

    /// Opens the file with a coordinator of its own.
    private func open(_ kind: Kind) throws -> Company {
        let company = Company(kind: .inMemory, ordered: Set(kind.rawValue.components(separatedBy: ", ")))
        for store in company.coordinator.persistentStores { try company.coordinator.remove(store) }
        try company.coordinator.addPersistentStore(type: .sqlite, at: url)
        return company
    }

    private func context(_ company: Company) -> NSManagedObjectContext {
        let context = company.context()
        (context.retainsRegisteredObjects, context.stalenessInterval) = (true, 0)
        return context
    }

    private func keys(_ kind: Kind) -> (owner: String, members: String, key: String) {
        kind == .toOne ? ("Department", "Person", "people") : ("Person", "Project", "projects")
    }

    private func fetch(_ entity: String, _ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try context.fetch(request)
    }

    private func list(_ kind: Kind, _ context: NSManagedObjectContext) throws -> NSMutableOrderedSet {
        try fetch(keys(kind).owner, context)[0].mutableOrderedSetValue(forKey: keys(kind).key)
    }

    /// What the file's check finds in relationships.
    private func findings(_ company: Company) throws -> [String] {
        let inspection = try StoreInspection(at: url, models: [company.model])
        defer { inspection.close() }
        return try StoreCheck(inspection).findings(.relationships).map(\.sentence)
    }

    /// What one of two contexts does with the members A, B and C, which both have read.
    enum Change: String, CaseIterable {
        case insertFirst, insertSecond, append, moveLastToFront, removeSecond, deleteSecond, reverse

        func apply(
            to list: NSMutableOrderedSet, in context: NSManagedObjectContext, _ make: () -> NSManagedObject
        ) {
            switch self {
            case .insertFirst: list.insert(make(), at: 0)
            case .insertSecond: list.insert(make(), at: 1)
            case .append: list.add(make())
            case .moveLastToFront: list.moveObjects(at: IndexSet(integer: 2), to: 0)
            case .removeSecond: list.removeObject(at: 1)
            case .deleteSecond: context.delete(list[1] as! NSManagedObject)
            case .reverse:
                list.moveObjects(at: IndexSet(integer: 2), to: 0)
                list.moveObjects(at: IndexSet(integer: 2), to: 1)
            }
        }
    }

    private func prepared(_ kind: Kind) throws -> (companies: [Company], contexts: [NSManagedObjectContext]) {
        let companies = [try open(kind), try open(kind)]
        let contexts = companies.map(context)
        let (owner, members, key) = keys(kind)
        let made = companies[0].make(owner, "Owner", in: contexts[0])
        made.mutableOrderedSetValue(forKey: key).addObjects(
            from: ["A", "B", "C"].map { companies[0].make(members, $0, in: contexts[0]) })
        try contexts[0].save()
        for context in contexts { _ = try list(kind, context).array.map { ($0 as! NSManagedObject).title } }
        return (companies, contexts)
    }

    private func names(_ kind: Kind, _ company: Company) throws -> [String] {
        let reader = context(company)
        return try withExtendedLifetime(reader) {
            try fetch(keys(kind).owner, reader)[0].names(keys(kind).key)
        }
    }

    @Test(
        arguments: Kind.allCases,
        [
            (Change.insertSecond, Change.insertSecond, "AXYBC"), (.insertFirst, .insertFirst, "XYABC"),
            (.append, .append, "ABCXY"), (.insertSecond, .append, "AXBCY"), (.append, .insertSecond, "AYBCX"),
            (.insertSecond, .moveLastToFront, "CAXB"), (.moveLastToFront, .insertSecond, "AYBC"),
            (.insertSecond, .removeSecond, "AXC"), (.insertSecond, .deleteSecond, "AXC"),
            (.removeSecond, .insertSecond, "AYC"), (.insertSecond, .reverse, "CBAX"), (.reverse, .insertSecond, "AYBC"),
        ])
    func `members that another context has saved stand behind the one that they stand behind in the file`(
        _ kind: Kind, _ changes: (first: Change, second: Change, result: String)
    ) throws {
        let (companies, contexts) = try prepared(kind)
        let members = keys(kind).members
        for (index, change) in [changes.first, changes.second].enumerated() {
            change.apply(to: try list(kind, contexts[index]), in: contexts[index]) {
                companies[index].make(members, index == 0 ? "X" : "Y", in: contexts[index])
            }
        }
        try contexts[0].save()
        try contexts[1].save()
        #expect(try names(kind, companies[0]).joined() == changes.result)
        #expect(try findings(companies[0]) == [])
    }

    @Test(arguments: Kind.allCases, NSMergePolicyType.all)
    func `places are never equal, whatever a merge policy does with the owner's row`(
        _ kind: Kind, _ policy: NSMergePolicyType
    ) throws {
        let (companies, contexts) = try prepared(kind)
        contexts[1].mergePolicy = NSMergePolicy(merge: policy)
        for (index, name) in ["X", "Y"].enumerated() {
            try list(kind, contexts[index]).insert(
                companies[index].make(keys(kind).members, name, in: contexts[index]), at: 1)
            try fetch(keys(kind).owner, contexts[index])[0].rename("Owner \(name)")
        }
        try contexts[0].save()
        try? contexts[1].save()
        #expect(try names(kind, companies[0]).contains("X"))
        #expect(try findings(companies[0]) == [])
        #expect(try findings(companies[1]) == [])
    }

    @Test func `what a batch has put behind the members stays before those that a context appends`() throws {
        let (companies, contexts) = try prepared(.toOne)
        let owner = try fetch("Department", contexts[0])[0]
        try list(.toOne, contexts[1]).insert(companies[1].make("Person", "Y", in: contexts[1]), at: 1)
        try list(.toOne, contexts[1]).add(companies[1].make("Person", "Z", in: contexts[1]))
        let request = NSBatchInsertRequest(
            entity: companies[0].entities["Person"]!,
            objects: ["X1", "X2"].map { ["name": $0, "department": owner] })
        _ = try contexts[0].execute(request)
        try contexts[1].save()
        #expect(try names(.toOne, companies[0]) == ["A", "Y", "B", "C", "X1", "X2", "Z"])
        #expect(try findings(companies[0]) == [])
    }

    @Test(arguments: Kind.allCases, Seeds.first(6))
    func `whatever several contexts do with an order, the file's check finds nothing and no member is lost`(
        _ kind: Kind, _ seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let companies = [try open(kind), try open(kind)]
        let contexts = [context(companies[0]), context(companies[0]), context(companies[1])]
        let (owner, members, key) = keys(kind)
        companies[0].make(owner, "Owner", in: contexts[0])
        try contexts[0].save()
        var expected: Set<String> = []
        var count = 0
        for _ in 0..<40 {
            let index = Int.random(in: 0..<3, using: &random)
            let context = contexts[index]
            if Int.random(in: 0..<4, using: &random) == 0 {
                context.refreshAllObjects()
            }
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let list = try fetch(owner, context)[0].mutableOrderedSetValue(forKey: key)
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where list.count > 1:
                let place = Int.random(in: 0..<list.count, using: &random)
                list.moveObjects(at: IndexSet(integer: place), to: Int.random(in: 0..<list.count, using: &random))
            case 1 where list.count > 0:
                let place = Int.random(in: 0..<list.count, using: &random)
                expected.remove((list[place] as! NSManagedObject).title)
                context.delete(list[place] as! NSManagedObject)
            default:
                count += 1
                let new = companies[index / 2].make(members, "M\(count)", in: context)
                list.insert(new, at: Int.random(in: 0...list.count, using: &random))
                expected.insert(new.title)
            }
            try context.save()
            #expect(try findings(companies[0]) == [])
        }
        #expect(try Set(names(kind, companies[0])) == expected)
    }
}

extension NSMergePolicyType {
    /// Each of them.
    fileprivate static let all: [NSMergePolicyType] = [
        .errorMergePolicyType, .rollbackMergePolicyType, .overwriteMergePolicyType,
        .mergeByPropertyObjectTrumpMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType,
    ]
}
