import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Links that batches must not leave behind: to nobody, at one end alone, or out of an order.
@Suite struct BatchLinkTests {
    /// Departments D and E, people P0 to P3 of D, each with a badge.
    private func bench(ordered: Set<String> = [], required: Set<String> = []) throws -> HistoryBench {
        let bench = try HistoryBench(ordered: ordered, unique: ["Person": [["name"]]]) { _, entities in
            let mentor = Part.relationship("mentor", to: entities["Person"]!)
            mentor.isOptional = true
            entities["Person"]!.properties.append(mentor)
            for (name, entity) in entities {
                for (key, relationship) in entity.relationshipsByName where required.contains("\(name).\(key)") {
                    relationship.isOptional = false
                }
            }
        }
        let context = bench.context()
        let names = required.contains("Department.people") ? ["D"] : ["D", "E"]
        let departments = names.map { bench.company.make("Department", $0, in: context) }
        for number in 0..<4 {
            let person = bench.company.make("Person", "P\(number)", in: context)
            person["department"] = departments[0]
            person["badge"] = bench.company.make("Badge", "B\(number)", in: context)
        }
        try context.save()
        return bench
    }

    private func update(
        _ bench: HistoryBench, _ entity: String, _ format: String?, _ properties: [AnyHashable: Any]
    ) throws -> Int? {
        let request = NSBatchUpdateRequest(entityName: entity)
        request.predicate = format.map { NSPredicate(format: $0) }
        request.propertiesToUpdate = properties
        request.resultType = .updatedObjectsCountResultType
        return try bench.execute(request) as? Int
    }

    private func contents(_ bench: HistoryBench) throws -> [String] {
        try ["ZPERSON", "ZBADGE", "ZDEPARTMENT", "ACHANGE"].flatMap { try bench.rows("SELECT * FROM \($0)") }
    }

    /// Who gets a link to an object that has gone, and by what.
    private static let missing: [(key: String, entity: String)] = [
        ("boss", "Person"), ("department", "Department"), ("badge", "Badge"), ("mentor", "Person"),
        ("boss", "Manager"),
    ]

    @Test(arguments: missing.indices, ["insertion", "handler", "update", "row that meets another one"])
    func `A link to an object that has gone is refused by its name, and nothing is written`(
        _ number: Int, _ way: String
    ) throws {
        let (key, entity) = Self.missing[number]
        let bench = try bench()
        let context = bench.context()
        let gone = bench.company.make(entity, "gone", in: context)
        try context.save()
        let identity = gone.objectID
        context.delete(gone)
        try context.save()
        let before = try contents(bench)
        let failure = try #require(
            Fixture.failure {
                switch way {
                case "insertion":
                    let rows: [[String: Any]] = [
                        ["name": "a"], ["name": "b", key: identity], ["name": "c", key: NSNull()],
                    ]
                    _ = try bench.execute(NSBatchInsertRequest(entityName: "Person", objects: rows))
                case "handler":
                    let (other, names) = (bench.context(), ["a", "b"])
                    var rest = names[...]
                    let request = NSBatchInsertRequest(entityName: "Person") { (object: NSManagedObject) in
                        guard let name = rest.popFirst() else { return true }
                        object.setValue(name, forKey: "name")
                        object.setValue(other.object(with: identity), forKey: key)
                        return false
                    }
                    _ = try bench.execute(request, in: other)
                case "update": _ = try update(bench, "Person", nil, ["age": 7, key: identity])
                default:
                    let other = bench.context()
                    other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
                    let rows: [[String: Any]] = [["name": "a"], ["name": "P1", key: identity]]
                    _ = try bench.execute(NSBatchInsertRequest(entityName: "Person", objects: rows), in: other)
                }
            })
        #expect(failure.code == NSManagedObjectReferentialIntegrityError)
        #expect(
            failure.sentence.contains("“\(key)”")
                && failure.sentence.contains("/\(identity.uriRepresentation().lastPathComponent)"),
            "\(failure)")
        #expect(try contents(bench) == before)
    }

    @Test func `A link to a row of another entity than the relationship's is refused`() throws {
        let bench = try HistoryBench { _, entities in
            let chief = Part.relationship("chief", to: entities["Manager"]!)
            chief.isOptional = true
            entities["Badge"]!.properties.append(chief)
        }
        let context = bench.context()
        bench.company.make("Person", "Anna", in: context)
        let boss = bench.company.make("Manager", "Boss", in: context)
        try context.save()
        // As one has it who asked by a URI that names another entity.
        let key = try #require(try bench.rows("SELECT Z_PK FROM ZPERSON WHERE ZNAME = 'Anna'").first)
        let uri = boss.objectID.uriRepresentation().deletingLastPathComponent().appendingPathComponent("p\(key)")
        let wrong = try #require(bench.company.coordinator.managedObjectID(forURIRepresentation: uri))
        let request = NSBatchInsertRequest(entityName: "Badge", objects: [["name": "a", "chief": wrong]])
        #expect(Fixture.failure { _ = try bench.execute(request) }?.code == NSManagedObjectReferentialIntegrityError)
        #expect(try bench.names("Badge").isEmpty)
        let right = NSBatchInsertRequest(entityName: "Badge", objects: [["name": "a", "chief": boss]])
        _ = try bench.execute(right)
        #expect(try bench.names("Badge", "chief.name == 'Boss'") == ["a"])
    }

    @Test(arguments: ["insertion", "update", "rows that meet others"])
    func `Of a link between two no two rows of a batch get the same partner`(_ way: String) throws {
        let bench = try bench()
        let badge = try bench.identity("Badge", "B0")
        let before = try contents(bench)
        let failure = try #require(
            Fixture.failure {
                if way == "update" {
                    _ = try update(bench, "Person", "name IN {'P1', 'P2'}", ["badge": badge])
                } else {
                    let names = way == "insertion" ? ["a", "b"] : ["P1", "P2"]
                    let context = bench.context()
                    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
                    let request = NSBatchInsertRequest(
                        entityName: "Person", objects: names.map { ["name": $0, "badge": badge] })
                    _ = try bench.execute(request, in: context)
                }
            })
        #expect(failure.sentence.contains("“badge”") && failure.sentence.contains("Badge"), "\(failure)")
        #expect(try contents(bench) == before)
    }

    @Test func `A row that meets another one gives that its links, at both ends`() throws {
        let bench = try bench(ordered: ["people"])
        let context = bench.context()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let (badge, department) = (try bench.identity("Badge", "B0"), try bench.identity("Department", "E"))
        let request = NSBatchInsertRequest(
            entityName: "Person",
            objects: [
                ["name": "a", "department": department], ["name": "P1", "badge": badge, "department": department],
                ["name": "b", "department": department], ["name": "P2", "department": NSNull()],
            ])
        _ = try bench.execute(request, in: context)
        #expect(try bench.company.read(department) { $0.names("people") } == ["a", "P1", "b"])
        #expect(try bench.names("Person", "department.name == 'D'") == ["P0", "P3"])
        let pairs = try bench.rows(
            "SELECT ZBADGE.ZNAME, ZPERSON.ZNAME FROM ZBADGE LEFT JOIN ZPERSON ON ZPERSON.Z_PK = ZPERSON ORDER BY 1")
        #expect(pairs == ["B0|P1", "B1|NULL", "B2|P2", "B3|P3"])
        let back = try bench.rows(
            "SELECT ZPERSON.ZNAME, ZBADGE.ZNAME FROM ZPERSON LEFT JOIN ZBADGE ON ZBADGE.Z_PK = ZBADGE ORDER BY 1")
        #expect(back == ["P0|NULL", "P1|B0", "P2|B2", "P3|B3", "a|NULL", "b|NULL"])
    }

    /// A required end that somebody at the other end would lose, and what makes him lose it.
    private static let losses: [(end: String, entity: String, format: String, key: String, to: (String, String)?)] = [
        ("Badge.person", "Person", "name == 'P0'", "badge", nil),
        ("Person.badge", "Person", "name == 'P0'", "badge", ("Badge", "B1")),
        ("Department.people", "Person", "department != nil", "department", nil),
    ]

    @Test(arguments: losses.indices)
    func `An end that is required and would be lost by others lets nothing be changed`(_ number: Int) throws {
        let (end, entity, format, key, to) = Self.losses[number]
        let bench = try bench(required: [end])
        let before = try contents(bench)
        let destination = try to.map { try bench.identity($0.0, $0.1) }
        let failure = try #require(
            Fixture.failure { _ = try update(bench, entity, format, [key: destination ?? NSNull()]) })
        #expect(failure.code == NSValidationMissingMandatoryPropertyError)
        #expect(failure.sentence.contains("“\(end.split(separator: ".")[1])”"), "\(failure)")
        #expect(try contents(bench) == before)
    }

    @Test func `New members stand behind those that are there, in the order in which they come`() throws {
        let bench = try bench(ordered: ["people"])
        let identities = try ["D", "E"].map { try bench.identity("Department", $0) }
        let names = ["z", "y", "x", "w"]
        let rows = names.enumerated().map { ["name": $1, "department": identities[$0 % 2]] as [String: Any] }
        _ = try bench.execute(NSBatchInsertRequest(entityName: "Person", objects: rows))
        #expect(try bench.company.read(identities[0]) { $0.names("people") } == ["P0", "P1", "P2", "P3", "z", "x"])
        #expect(try bench.company.read(identities[1]) { $0.names("people") } == ["y", "w"])
        _ = try update(bench, "Person", "name IN {'P3', 'P1', 'y'}", ["department": identities[1]])
        #expect(try bench.company.read(identities[0]) { $0.names("people") } == ["P0", "P2", "z", "x"])
        #expect(try bench.company.read(identities[1]) { $0.names("people") } == ["y", "w", "P1", "P3"])
        _ = try update(bench, "Person", "department.name == 'E'", ["department": NSNull()])
        #expect(
            try bench.rows("SELECT count(*) FROM ZPERSON WHERE ZDEPARTMENT IS NULL AND Z_FOK_DEPARTMENT IS NULL") == [
                "4"
            ])
    }

    @Test func `Where there is no room behind the members, that is said`() throws {
        let bench = try bench(ordered: ["people"])
        try bench.close()
        try Fixture.run(bench.url, "UPDATE ZPERSON SET Z_FOK_DEPARTMENT = 9223372036854775000 WHERE ZNAME = 'P3'")
        try bench.open()
        let rows: [[String: Any]] = [["name": "a", "department": try bench.identity("Department", "D")]]
        let failure = Fixture.failure {
            _ = try bench.execute(NSBatchInsertRequest(entityName: "Person", objects: rows))
        }
        #expect(failure?.sentence.contains("no room") == true && failure?.sentence.contains("“department”") == true)
        #expect(try bench.names("Person").count == 4)
    }

    @Test func `An owner whose members have come by a batch is not deleted by one who has not heard of them`() throws {
        let bench = try bench()
        let context = bench.context()
        let identity = try bench.identity("Department", "E")
        let department = try context.existingObject(with: identity)
        #expect(department.names("people").isEmpty)
        _ = try bench.execute(
            NSBatchInsertRequest(entityName: "Person", objects: [["name": "a", "department": identity]]))
        context.delete(department)
        #expect(Fixture.failure { try context.save() }?.code == NSManagedObjectMergeError)
        #expect(try bench.names("Person", "department.name == 'E'") == ["a"])
    }
}
