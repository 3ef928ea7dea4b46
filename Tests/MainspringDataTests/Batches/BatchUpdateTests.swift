import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Rows that are changed without objects.
@Suite struct BatchUpdateTests {
    /// Six people P0 to P5 of ages 0 to 5, and a manager of 9.
    private func bench() throws -> HistoryBench {
        let bench = try HistoryBench()
        let context = bench.context()
        for age in 0..<6 { bench.company.make("Person", "P\(age)", in: context).setValue(age, forKey: "age") }
        bench.company.make("Manager", "M", in: context).setValue(9, forKey: "age")
        try context.save()
        return bench
    }

    private func request(_ format: String?, _ properties: [AnyHashable: Any]) -> NSBatchUpdateRequest {
        let request = NSBatchUpdateRequest(entityName: "Person")
        request.predicate = format.map { NSPredicate(format: $0) }
        request.propertiesToUpdate = properties
        return request
    }

    private func ages(_ bench: HistoryBench) throws -> [String] {
        try bench.rows("SELECT ZNAME || ZAGE || '.' || Z_OPT FROM ZPERSON ORDER BY ZNAME")
    }

    @Test func `A constant is what all chosen rows have then, and their versions are the next`() throws {
        let bench = try bench()
        let update = request("age > 3", ["age": 1])
        update.resultType = .updatedObjectsCountResultType
        #expect(try bench.execute(update) as? Int == 3)
        #expect(try ages(bench) == ["M1.2", "P00.1", "P11.1", "P22.1", "P33.1", "P41.2", "P51.2"])
        #expect(
            try bench.last().allSatisfy { $0.hasPrefix("update") && $0.hasSuffix(" age") } && bench.last().count == 3)
        update.includesSubentities = false
        update.predicate = nil
        #expect(try bench.execute(update) as? Int == 6)
        #expect(try ages(bench)[0] == "M1.2")
    }

    @Test func `An expression is evaluated for each row, by the values before`() throws {
        let bench = try bench()
        let update = request(
            "age < 2",
            [
                "age": NSExpression(format: "age * 2 + 10"),
                "name": NSExpression(forConstantValue: "x"),
            ])
        update.resultType = .updatedObjectIDsResultType
        let found = try #require(try bench.execute(update) as? [NSManagedObjectID])
        #expect(found.count == 2)
        #expect(
            try found.map { try bench.company.read($0) { "\($0.title)\($0.value(forKey: "age") as? Int ?? 0)" } }
                .sorted() == ["x10", "x12"])
        #expect(try bench.last().allSatisfy { $0.hasSuffix("age,name") })
    }

    @Test func `A condition may go through relationships, and a link be set`() throws {
        let bench = try bench()
        let context = bench.context()
        let request = HistoryBench.objects("Person")
        let people = try context.fetch(request).map { $0 as! NSManagedObject }
        let manager = people[0]
        for person in people[1...2] { person["boss"] = manager }
        try context.save()
        let update = self.request("boss.name == 'M'", ["age": 50])
        update.resultType = .updatedObjectsCountResultType
        #expect(try bench.execute(update) as? Int == 2)
        #expect(try bench.names("Person", "age == 50") == ["P0", "P1"])
        let link = self.request("name == 'P5'", ["boss": manager.objectID])
        _ = try bench.execute(link)
        #expect(try bench.names("Person", "boss.name == 'M'") == ["P0", "P1", "P5"])
        _ = try bench.execute(self.request("name == 'P0'", ["boss": NSNull(), "name": NSNull()]))
        #expect(
            try bench.names("Person", "boss.name == 'M'") == ["P1", "P5"]
                && bench.names("Person", "name == nil").count == 1)
    }

    @Test func `An object that was read before conflicts with the change, and after merging it does not`() throws {
        let bench = try bench()
        let context = bench.context()
        let anna = try #require(
            try context.fetch(HistoryBench.objects("Person", "name == 'P1'")).first as? NSManagedObject)
        #expect(anna.value(forKey: "age") as? Int == 1)
        let update = request("name == 'P1'", ["age": 70])
        update.resultType = .updatedObjectIDsResultType
        let found = try #require(try bench.execute(update) as? [NSManagedObjectID])
        anna.setValue("Late", forKey: "name")
        let failure = Fixture.failure { try context.save() }
        #expect(failure?.code == NSManagedObjectMergeError)
        context.rollback()
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: found], into: [context])
        #expect(anna.value(forKey: "age") as? Int == 70)
        anna.setValue("Late", forKey: "name")
        try context.save()
        #expect(try bench.names("Person", "name == 'Late' AND age == 70") == ["Late"])
        // A fault that is filled now has the new value, whoever has read the row before.
        #expect(try bench.company.read(anna.objectID) { $0.value(forKey: "age") as? Int } == 70)
    }

    /// Settings that cannot be done, and what the sentence says.
    private static var refused: [([AnyHashable: Any], String)] {
        [
            (["nome": 1], "nome"), (["projects": 1], "column of its own"), (["age": "many"], "age"),
            (["boss": 7], "boss"),
            (["age": NSExpression(format: "name")], "age"), (["age": NSExpression(format: "boss.age")], "relationship"),
        ]
    }

    @Test(arguments: refused.indices)
    func `What cannot be set is named, and nothing is changed`(_ number: Int) throws {
        let bench = try bench()
        let before = try ages(bench)
        let failure = try #require(Fixture.failure { _ = try bench.execute(request(nil, Self.refused[number].0)) })
        #expect(failure.sentence.contains(Self.refused[number].1), "\(failure)")
        #expect(try ages(bench) == before && bench.transactions().count == 1)
    }

    @Test func `Nothing to set, and nobody of whom to set it, are nothing`() throws {
        let bench = try bench()
        #expect(try bench.execute(request(nil, [:])) as? Bool == true)
        #expect(try bench.execute(request("age > 100", ["age": 1])) as? Bool == true)
        #expect(try bench.transactions().count == 1)
    }

    @Test func `A value that may come once alone is refused for two`() throws {
        let bench = try HistoryBench(unique: ["Badge": [["name"]]])
        let context = bench.context()
        for name in ["A", "B"] { bench.company.make("Badge", name, in: context) }
        try context.save()
        let update = NSBatchUpdateRequest(entityName: "Badge")
        update.propertiesToUpdate = ["name": "C"]
        let failure = Fixture.failure { _ = try bench.execute(update) }
        #expect(failure?.code == NSManagedObjectConstraintMergeError)
        #expect(try bench.names("Badge") == ["A", "B"])
    }
}
