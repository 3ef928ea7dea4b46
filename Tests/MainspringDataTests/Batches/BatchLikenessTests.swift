import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Batches that make or end links, beside the same done by objects of a context: rows, versions and histories are the same.
@Suite struct BatchLikenessTests {
    static let forms: [LinkBench.Form] = [
        LinkBench.Form(), LinkBench.Form(ordered: ["people", "reports"]),
        LinkBench.Form(ordered: ["projects", "members"]),
        LinkBench.Form(rules: ["Person.badge": .cascadeDeleteRule, "Department.people": .cascadeDeleteRule]),
        LinkBench.Form(rules: [
            "Person.department": .noActionDeleteRule, "Person.projects": .noActionDeleteRule,
            "Person.boss": .noActionDeleteRule,
        ]),
    ]

    /// Whose objects are deleted, and which.
    static let deletions = [
        ("Person", "name == 'P0'"), ("Person", "name IN {'P1', 'P2'}"), ("Person", "name == 'M'"),
        ("Person", "name != 'P3'"), ("Person", "TRUEPREDICATE"), ("Department", "name == 'D'"),
        ("Project", "name == 'X'"), ("Badge", "name == 'B2'"), ("Note", "name == 'n0'"), ("Note", "TRUEPREDICATE"),
    ]

    @Test(arguments: forms.indices, deletions.indices)
    func `A deletion leaves the file and the history that the same one by objects leaves`(
        _ form: Int, _ number: Int
    ) throws {
        let (entity, format) = Self.deletions[number]
        let bench = try LinkBench(Self.forms[form])
        _ = try bench.batched.execute(NSBatchDeleteRequest(fetchRequest: HistoryBench.objects(entity, format)))
        let context = bench.saved.context()
        for case let object as NSManagedObject in try context.fetch(HistoryBench.objects(entity, format)) {
            context.delete(object)
        }
        try context.save()
        try bench.expectAlike("\(entity) \(format)")
    }

    /// Whose link is set, which, and to whom; nobody without a name.
    struct Update: Sendable {
        var (entity, format, key): (String, String, String)
        var destination: (entity: String, name: String)?
    }

    static let updates = [
        Update(entity: "Person", format: "name IN {'P1', 'P3'}", key: "department", destination: ("Department", "E")),
        Update(entity: "Person", format: "name == 'P2'", key: "department"),
        Update(entity: "Person", format: "boss != nil", key: "boss", destination: ("Person", "M")),
        Update(entity: "Person", format: "boss.name == 'P0'", key: "boss"),
        Update(entity: "Person", format: "name == 'P0'", key: "boss", destination: ("Person", "P1")),
        Update(entity: "Person", format: "name == 'P0'", key: "boss", destination: ("Person", "P0")),
        Update(entity: "Person", format: "name == 'P0'", key: "badge", destination: ("Badge", "B4")),
        Update(entity: "Person", format: "name == 'P0'", key: "badge", destination: ("Badge", "B1")),
        Update(entity: "Person", format: "badge != nil", key: "badge"),
        Update(entity: "Badge", format: "name == 'B4'", key: "person", destination: ("Person", "M")),
        Update(entity: "Badge", format: "name == 'B0'", key: "person", destination: ("Person", "P3")),
        Update(entity: "Badge", format: "name == 'B0'", key: "person"),
    ]

    @Test(arguments: forms.indices.prefix(2), updates.indices)
    func `A link that is set leaves the file and the history that the same one by objects leaves`(
        _ form: Int, _ number: Int
    ) throws {
        let update = Self.updates[number]
        let bench = try LinkBench(Self.forms[form])
        let request = NSBatchUpdateRequest(entityName: update.entity)
        request.predicate = NSPredicate(format: update.format)
        let destination = try update.destination.map { try bench.batched.identity($0.entity, $0.name) }
        request.propertiesToUpdate = [update.key: destination ?? NSNull()]
        request.resultType = .updatedObjectsCountResultType
        let context = bench.saved.context()
        let other = try update.destination.map {
            context.object(with: try bench.saved.identity($0.entity, $0.name))
        }
        let objects = try context.fetch(HistoryBench.objects(update.entity, update.format)).map {
            $0 as! NSManagedObject
        }
        for object in objects { object[update.key] = other }
        try context.save()
        #expect(try bench.batched.execute(request) as? Int == objects.count)
        try bench.expectAlike("\(update)")
    }

    /// Of what entity new objects are, and where a link of each leads.
    static let insertions: [(entity: String, key: String, to: String, names: [String])] = [
        ("Person", "department", "Department", ["E", "D", "E", "E"]), ("Manager", "boss", "Person", ["P0", "M", "P0"]),
        ("Person", "badge", "Badge", ["B4", "B1"]), ("Badge", "person", "Person", ["M", "P2"]),
        ("Note", "project", "Project", ["X", "Y"]),
    ]

    /// By what rows are given.
    enum Way: CaseIterable { case dictionaries, handler, orderedDictionaries, orderedHandler }

    @Test(arguments: insertions.indices, Way.allCases)
    func `New rows with links leave the file and the history that new objects leave`(
        _ number: Int, _ way: Way
    ) throws {
        let (entity, key, to, names) = Self.insertions[number]
        let byHandler = way == .handler || way == .orderedHandler
        let isOrdered = way == .orderedDictionaries || way == .orderedHandler
        let bench = try LinkBench(Self.forms[isOrdered ? 1 : 0])
        let context = bench.saved.context()
        for name in names {
            let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
            object.setValue("new", forKey: "name")
            object[key] = context.object(with: try bench.saved.identity(to, name))
        }
        try context.save()
        let mine = bench.batched.context()
        let objects = try names.map { mine.object(with: try bench.batched.identity(to, $0)) }
        var rest = objects[...]
        let request =
            byHandler
            ? NSBatchInsertRequest(entityName: entity) { (object: NSManagedObject) in
                guard let next = rest.popFirst() else { return true }
                object.setValue("new", forKey: "name")
                object.setValue(next, forKey: key)
                return false
            } : NSBatchInsertRequest(entityName: entity, objects: objects.map { ["name": "new", key: $0] })
        _ = try bench.batched.execute(request, in: mine)
        try bench.expectAlike(exactly: true, "\(entity) \(key)")
    }
}
