import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// All options of a fetch request together, in a context with changes.
@Suite struct FetchMatrixContextTests {
    /// Of people and managers: some saved, some changed, some deleted, some new.
    private let company = Company()
    private let context: NSManagedObjectContext
    /// All that were made, and how they were saved: name, age and entity; nil for a new one.
    private let everybody: [(object: NSManagedObject, saved: (name: String, age: Int)?)]

    init() throws {
        context = company.context()
        var made: [(object: NSManagedObject, saved: (name: String, age: Int)?)] = []
        for index in 0..<24 {
            let object = company.make(index % 3 == 0 ? "Manager" : "Person", "n\(index % 7)", in: context)
            object.age = index
            made.append((object, ("n\(index % 7)", index)))
        }
        try context.save()
        for index in 0..<24 {
            let object = made[index].object
            switch index % 4 {
            case 0: object.rename("n\((index + 3) % 7)")
            case 1: object.age += 100
            case 2 where index > 12: context.delete(object)
            default: break
            }
        }
        for index in 24..<32 {
            let object = company.make(index % 2 == 0 ? "Manager" : "Person", "n\(index % 7)", in: context)
            object.age = index
            made.append((object, nil))
        }
        everybody = made
    }

    struct Options: Sendable, CustomTestStringConvertible {
        let type: Int
        let pending, subentities: Bool
        let (limit, offset): (Int, Int)
        let format: String?

        var testDescription: String {
            "type \(type), pending \(pending), subentities \(subentities), \(offset)+\(limit), \(format ?? "all")"
        }
    }

    static let all: [Options] = [0, 1, 2, 4].flatMap { type in
        [false, true].flatMap { pending in
            [false, true].flatMap { subentities in
                [(0, 0), (5, 0), (0, 4), (5, 4), (100, 0), (3, 100)].flatMap { limit, offset in
                    [nil, "age > 10 AND name != 'n3'"].map { format in
                        Options(
                            type: type, pending: pending, subentities: subentities, limit: limit, offset: offset,
                            format: format)
                    }
                }
            }
        }
    }

    /// What must come out: ages, which are unique.
    private func expected(_ options: Options) -> [Int] {
        let isPending = options.pending && options.type != 2
        let rows: [(name: String, age: Int)] = everybody.compactMap { object, saved in
            guard options.subentities || object.entity.name == "Person" else { return nil }
            guard isPending else { return saved }
            return object.isDeleted ? nil : (object.title, object.age)
        }
        let chosen = rows.filter { options.format == nil || $0.age > 10 && $0.name != "n3" }
        let sorted = chosen.sorted { ($0.name, -$0.age) < ($1.name, -$1.age) }.map(\.age)
        return Array(sorted.dropFirst(options.offset).prefix(options.limit == 0 ? .max : options.limit))
    }

    @Test func `objects, identities, dictionaries and numbers are those that the options say`() throws {
        for options in Self.all {
            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
            request.resultType = NSFetchRequestResultType(rawValue: UInt(options.type))
            request.includesPendingChanges = options.pending
            request.includesSubentities = options.subentities
            (request.fetchLimit, request.fetchOffset) = (options.limit, options.offset)
            request.predicate = options.format.map { NSPredicate(format: $0) }
            request.sortDescriptors = [
                NSSortDescriptor(key: "name", ascending: true), NSSortDescriptor(key: "age", ascending: false),
            ]
            let expected = expected(options)
            let results: [Any] = try context.fetch(request)
            let what = Comment(rawValue: options.testDescription)
            switch options.type {
            case 0:
                let objects = results as? [NSManagedObject]
                // What is not saved is in the object, whoever has chosen it.
                let ages = objects?.map { object in
                    options.pending ? object.age : everybody.first { $0.object === object }?.saved?.age ?? -1
                }
                #expect(ages == expected, what)
            case 1:
                let objects = (results as? [NSManagedObjectID])?.map { context.object(with: $0) }
                let ages = objects?.map { object in
                    options.pending ? object.age : everybody.first { $0.object === object }?.saved?.age ?? -1
                }
                #expect(ages == expected, what)
            case 2: #expect((results as? [NSDictionary])?.map { $0["age"] as? Int } == expected, what)
            default: #expect(results as? [Int] == [expected.count], what)
            }
            #expect(try context.count(for: request) == expected.count, what)
        }
    }

    @Test func `groups, conditions on groups and computed columns are of what is saved`() throws {
        let request = NSFetchRequest<NSDictionary>(entityName: "Person")
        request.resultType = .dictionaryResultType
        let count = NSExpressionDescription()
        (count.name, count.expressionResultType) = ("number", .integer64AttributeType)
        count.expression = NSExpression(format: "count:(age)")
        let oldest = NSExpressionDescription()
        (oldest.name, oldest.expressionResultType) = ("oldest", .integer64AttributeType)
        oldest.expression = NSExpression(format: "max:(age)")
        request.propertiesToFetch = ["name", count, oldest]
        request.propertiesToGroupBy = ["name"]
        request.havingPredicate = NSPredicate(format: "%@ > 3", NSExpression(forVariable: "number"))
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let rows = try context.fetch(request).map { "\($0["name"]!) \($0["number"]!) \($0["oldest"]!)" }
        #expect(rows == ["n0 4 21", "n1 4 22", "n2 4 23"])
    }

    @Test func `distinct rows come once`() throws {
        let request = NSFetchRequest<NSDictionary>(entityName: "Person")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["name"]
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        #expect(try context.fetch(request).count == 24)
        request.returnsDistinctResults = true
        #expect(try context.fetch(request).map { $0["name"] as? String } == (0..<7).map { "n\($0)" })
        #expect(try context.count(for: request) == 7)
    }

    @Test func `paths with operators are asked of saved and of unsaved objects`() throws {
        let other = company.context()
        let boss = company.make("Manager", "boss", in: other)
        for age in [10, 20] {
            let person = company.make("Person", "p\(age)", in: other)
            person["boss"] = boss
            person.age = age
        }
        func names(_ format: String) throws -> [String] {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.predicate = NSPredicate(format: format)
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            return try other.fetch(request).map(\.title)
        }
        let questions: [(String, [String])] = [
            ("reports.@count == 2", ["boss"]), ("reports.@sum.age == 30", ["boss"]),
            ("reports.@avg.age == 15", ["boss"]),
            ("reports.@max.age == 20 AND reports.@min.age == 10", ["boss"]), ("boss.name == 'boss'", ["p10", "p20"]),
            ("ANY reports.age == 20", ["boss"]), ("SUBQUERY(reports, $r, $r.age > 10).@count == 1", ["boss"]),
            ("boss == nil AND name BEGINSWITH 'b'", ["boss"]),
            ("ALL reports.age >= 10 AND reports.@count > 0", ["boss"]),
        ]
        for isSaved in [false, true] {
            if isSaved { try other.save() }
            for (format, expected) in questions {
                #expect(
                    try names("(\(format)) AND NOT name BEGINSWITH 'n'") == expected, "\(format), saved: \(isSaved)")
            }
        }
    }

    @Test func `an unknown entity, and no entity, is an error with its name`() {
        let unknown = NSFetchRequest<NSManagedObject>(entityName: "Dragon")
        #expect(failure { _ = try context.fetch(unknown) }?.localizedDescription.contains("“Dragon”") == true)
        #expect(failure { _ = try context.count(for: unknown) } != nil)
        let none = NSFetchRequest<NSManagedObject>()
        #expect(failure { _ = try context.fetch(none) }?.localizedDescription.contains("no entity") == true)
        let empty = NSManagedObjectContext(confined: ())
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        #expect(
            failure { _ = try empty.fetch(request) }?.localizedDescription.contains("neither a coordinator") == true)
    }
}
