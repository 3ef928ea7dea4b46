import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// The store in memory, row by row.
@Suite struct MemoryStoreTests {
    // MARK: Versions and conflicts

    @Test func `an object's version counts how often it was saved`() throws {
        let bench = RowBench()
        let anna = bench.identity("Person")
        let first = try bench.save(inserted: [bench.change(anna, ["name": "Anna"])])
        #expect(first.inserted?.map(\.version) == [1] && bench.row(anna)?.version == 1)
        let second = try bench.save(updated: [bench.change(anna, ["name": "Anne"], previous: bench.row(anna))])
        #expect(second.updated?.map(\.version) == [2])
        #expect(bench.value(anna, "name") as? String == "Anne")
    }

    @Test func `a row that has its version already is kept as it is`() throws {
        let bench = RowBench()
        let anna = bench.identity("Person")
        let row = bench.row(anna, ["name": "Anna"], version: 1)
        let change = ObjectChange(key: anna.key, row: row, previous: nil, members: [])
        #expect(try bench.save(inserted: [change]).inserted?[0] === row)
        #expect(bench.row(anna) === row)
    }

    @Test func `what was changed or deleted meanwhile is a conflict with the row of the store, and nothing is saved`()
        throws
    {
        let bench = RowBench()
        let (anna, boris, carla) = (bench.identity("Person"), bench.identity("Person"), bench.identity("Person"))
        try bench.save(inserted: [anna, boris, carla].map { bench.change($0, ["name": "1"]) })
        let old = [anna, boris, carla].map { bench.row($0)! }
        try bench.save(
            updated: [bench.change(anna, ["name": "2"], previous: old[0]), bench.change(carla, [:], previous: old[2])],
            deleted: [boris])
        let badge = bench.identity("Badge")
        let changes = ChangeSet(
            inserted: [bench.change(badge, [:])],
            updated: [bench.change(anna, ["name": "3"], previous: old[0]), bench.change(boris, [:], previous: old[1])],
            deleted: [ObjectChange(key: carla.key, row: old[2], previous: old[2], members: [])])
        let conflicts = try #require(throws: StoreConflicts.self) { try bench.service.save(changes, for: nil) }
        #expect(conflicts.rows.map(\.change.identity) == [anna, boris, carla])
        #expect(conflicts.rows.map(\.isDeletion) == [false, false, true])
        #expect(conflicts.rows[0].persisted === bench.row(anna) && conflicts.rows[0].persisted?.version == 2)
        #expect(conflicts.rows[1].persisted == nil)
        #expect(bench.row(badge) == nil && bench.value(anna, "name") as? String == "2" && bench.row(carla) != nil)
        #expect(conflicts.description.contains("\(anna) was changed in the store since it was read, and 2 more"))
        #expect(bench.service.conflicts(with: changes)?.rows.count == 3)

        // As a policy that overwrites resolves it: on the row of the store.
        try bench.save(
            inserted: [bench.change(boris, ["name": "4"])],
            updated: [bench.change(anna, ["name": "3"], previous: conflicts.rows[0].persisted)], deleted: [carla])
        #expect(bench.value(anna, "name") as? String == "3" && bench.row(anna)?.version == 3)
        #expect(bench.value(boris, "name") as? String == "4" && bench.row(carla) == nil)
    }

    @Test func `to delete what is deleted is no conflict`() throws {
        let bench = RowBench()
        let anna = bench.identity("Person")
        try bench.save(inserted: [bench.change(anna, [:])])
        let row = bench.row(anna)!
        try bench.save(deleted: [anna])
        let again = ObjectChange(key: anna.key, row: row, previous: row, members: [])
        _ = try bench.service.save(ChangeSet(inserted: [], updated: [], deleted: [again]), for: nil)
    }

    // MARK: Constraints

    private func constrained() -> RowBench {
        let company = Company(kind: .inMemory, unique: ["Person": [["name"], ["age", "boss"]]])
        return RowBench(company)
    }

    @Test func `two objects do not have the same values, whether saved before, together or inherited`() throws {
        let bench = constrained()
        let (anna, boris, carla) = (bench.identity("Person"), bench.identity("Manager"), bench.identity("Person"))
        try bench.save(inserted: [bench.change(anna, ["name": "Anna"])])
        let saved = try #require(throws: StoreConflicts.self) {
            try bench.save(inserted: [bench.change(boris, ["name": "Anna"])])
        }
        #expect(saved.constraints.map(\.constraint) == [["name"]])
        #expect(saved.constraints[0].identity == boris && saved.constraints[0].holder == anna)
        #expect(saved.constraints[0].isHolderSaved && saved.constraints[0].holderRow === bench.row(anna))
        let together = try #require(throws: StoreConflicts.self) {
            try bench.save(inserted: [bench.change(boris, ["name": "B"]), bench.change(carla, ["name": "B"])])
        }
        #expect(together.constraints.count == 1 && together.constraints[0].holder == boris)
        #expect(!together.constraints[0].isHolderSaved && together.constraints[0].holderRow == nil)
        #expect(bench.row(boris) == nil && bench.row(carla) == nil)
    }

    @Test func `nil is like nothing, and of several values all count`() throws {
        let bench = constrained()
        let people = (0..<6).map { _ in bench.identity("Person") }
        try bench.save(
            inserted: [
                bench.change(people[0], ["age": 1]), bench.change(people[1], ["age": 1]),
                bench.change(people[2], ["age": 1, "boss": people[0]]),
                bench.change(people[3], ["age": 1, "boss": people[1]]),
                bench.change(people[4], ["age": 2, "boss": people[0]]),
            ])
        let error = try #require(throws: StoreConflicts.self) {
            try bench.save(inserted: [bench.change(people[5], ["age": 2, "boss": people[0]])])
        }
        #expect(error.constraints.map(\.constraint) == [["age", "boss"]])
    }

    @Test func `values that are given up in a save are free in it`() throws {
        let bench = constrained()
        let (anna, boris, carla) = (bench.identity("Person"), bench.identity("Person"), bench.identity("Person"))
        try bench.save(inserted: [bench.change(anna, ["name": "A"]), bench.change(boris, ["name": "B"])])
        // Each gets the other's name.
        try bench.save(updated: [
            bench.change(anna, ["name": "B"], previous: bench.row(anna)),
            bench.change(boris, ["name": "A"], previous: bench.row(boris)),
        ])
        try bench.save(inserted: [bench.change(carla, ["name": "A"])], deleted: [boris])
        #expect(throws: StoreConflicts.self) {
            try bench.save(updated: [bench.change(anna, ["name": "A"], previous: bench.row(anna))])
        }
        // Who keeps a value does not take it from itself.
        try bench.save(updated: [bench.change(anna, ["name": "B", "age": 3], previous: bench.row(anna))])
    }

    // MARK: Relationships

    @Test func `members of a one-to-many relationship are those that say so, whatever else is said`() throws {
        let bench = RowBench()
        let (first, second) = (bench.identity("Department"), bench.identity("Department"))
        let people = (0..<3).map { _ in bench.identity("Person") }
        try bench.save(
            inserted: [
                bench.change(people[0], ["department": first]), bench.change(people[1], ["department": first]),
                bench.change(people[2], ["department": second]),
                bench.change(first, [:], added: ["people": [people[0], people[1]]]),
                bench.change(second, [:], added: ["people": [people[2]]]),
            ])
        #expect(bench.members(first, "people") == [people[0], people[1]])
        // As after a conflict: the department that loses the person is not among the changes.
        try bench.save(updated: [bench.change(people[0], ["department": second], previous: bench.row(people[0]))])
        #expect(bench.members(first, "people") == [people[1]])
        #expect(bench.members(second, "people") == [people[0], people[2]])
        try bench.save(deleted: [people[2]])
        #expect(bench.members(second, "people") == [people[0]])
    }

    @Test func `each side of a many-to-many relationship changes the other`() throws {
        let bench = RowBench()
        let people = (0..<2).map { _ in bench.identity("Person") }
        let projects = (0..<2).map { _ in bench.identity("Project") }
        try bench.save(
            inserted: people.map { bench.change($0, [:]) } + projects.map { bench.change($0, [:]) })
        try bench.save(updated: [
            bench.change(people[0], [:], previous: bench.row(people[0]), added: ["projects": projects])
        ])
        #expect(bench.members(projects[1], "members") == [people[0]])
        try bench.save(updated: [
            bench.change(
                projects[0], [:], previous: bench.row(projects[0]), added: ["members": [people[1]]],
                removed: ["members": [people[0]]])
        ])
        #expect(bench.members(people[0], "projects") == [projects[1]])
        #expect(bench.members(people[1], "projects") == [projects[0]])
        try bench.save(deleted: [projects[0]])
        #expect(bench.members(people[1], "projects") == [])
    }

    @Test func `an order is kept, and who is not in it comes at its end`() throws {
        let bench = RowBench(Company(kind: .inMemory, ordered: ["people"]))
        let department = bench.identity("Department")
        let people = (0..<4).map { _ in bench.identity("Person") }
        try bench.save(
            inserted: people[..<3].map { bench.change($0, ["department": department]) } + [
                bench.change(department, [:], order: ["people": [people[2], people[0], people[1]]])
            ])
        #expect(bench.members(department, "people") == [people[2], people[0], people[1]])
        try bench.save(
            inserted: [bench.change(people[3], ["department": department])],
            updated: [bench.change(people[0], [:], previous: bench.row(people[0]))])
        #expect(bench.members(department, "people") == [people[2], people[1], people[3]])
    }

    @Test func `whoever asks gets the same identity`() throws {
        let bench = RowBench()
        let (department, anna) = (bench.identity("Department"), bench.identity("Person"))
        try bench.save(inserted: [bench.change(anna, ["department": department]), bench.change(department, [:])])
        let kept = try bench.fetch("Person")[0]
        #expect(kept == anna)
        #expect(bench.members(department, "people")[0] === kept)
        #expect(bench.company.coordinator.managedObjectID(forURIRepresentation: anna.uriRepresentation()) === kept)
    }

    // MARK: Fetching

    @Test func `a request chooses by predicate, along relationships too, sorts, and cuts out a part`() throws {
        let bench = RowBench()
        let department = bench.identity("Department")
        let people = (0..<10).map { _ in bench.identity("Person") }
        let manager = bench.identity("Manager")
        try bench.save(
            inserted: people.enumerated().map { place, person in
                bench.change(
                    person,
                    ["name": "P\(place)", "age": place % 5, "department": place < 5 ? department as Any : NSNull()])
            } + [
                bench.change(manager, ["name": "M", "age": 9, "department": department]),
                bench.change(department, ["name": "Sales"]),
            ])
        let cases: [(entity: String, predicate: String?, sort: [String], offset: Int, limit: Int, names: String)] = [
            ("Person", nil, ["name"], 0, 0, "M P0 P1 P2 P3 P4 P5 P6 P7 P8 P9"),
            ("Manager", nil, [], 0, 0, "M"),
            ("Person", "age > 2", ["age", "name"], 0, 0, "P3 P8 P4 P9 M"),
            ("Person", "age > 2", ["age", "name"], 1, 2, "P8 P4"),
            ("Person", "department.name == 'Sales' AND age < 3", ["name"], 0, 0, "P0 P1 P2"),
            ("Person", "department == nil", ["name"], 4, 9, "P9"),
            ("Department", "ANY people.age == 9", [], 0, 0, "Sales"),
            ("Department", "people.@count == 6", [], 0, 0, "Sales"),
            ("Department", "people.@count == 5", [], 0, 0, ""),
        ]
        for test in cases {
            let found = try bench.fetch(test.entity) { request in
                request.predicate = test.predicate.map { NSPredicate(format: $0) }
                request.sortDescriptors = test.sort.map { NSSortDescriptor(key: $0, ascending: true) }
                (request.fetchOffset, request.fetchLimit) = (test.offset, test.limit)
            }
            #expect(
                found.map { bench.value($0, "name") as? String ?? "" }.joined(separator: " ") == test.names, "\(test)")
        }
        let here = try bench.fetch("Person") { $0.predicate = NSPredicate(format: "department == %@", department) }
        #expect(here.count == 6)
        let without = try bench.fetch("Person") { $0.includesSubentities = false }
        #expect(without.count == 10)
    }

    @Test func `transient values are not kept`() throws {
        let entity = Part.entity("Note")
        let (kept, lost) = (Part.attribute("kept", .stringAttributeType), Part.attribute("lost", .stringAttributeType))
        lost.isTransient = true
        entity.properties = [kept, lost]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Part.model([entity]))
        let store = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let service = store.service as! RowService
        let identity = service.newIdentity(entity)
        let layout = ObjectLayout.of(entity)
        let memory = layout.make()
        for place in layout.places { memory.setLoose("here", place) }
        let row = Row(taking: memory, of: layout)
        let change = ObjectChange(key: identity.key, row: row, previous: nil, members: [])
        let saved = try service.save(ChangeSet(inserted: [change], updated: [], deleted: []), for: nil)
        let read = try #require(try service.row(of: identity, for: nil))
        #expect(layout.places.map { read.memory.loose($0) as? String } == ["here", nil])
        #expect(layout.places.map { saved!.inserted![0].memory.loose($0) as? String } == ["here", "here"])
    }
}
