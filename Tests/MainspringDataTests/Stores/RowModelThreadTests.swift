import Foundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Rows and relationships against a model that is too simple to be wrong.
@Suite struct RowModelThreadTests {
    /// What is in the store, in dictionaries.
    private struct Plain {
        var departments: [Int: Int?] = [:]
        var projects: [Int: Set<Int>] = [:]
        var boss: [Int: Int] = [:]
    }

    @Test(arguments: Seeds.first(30)) func `random saves leave rows and members as a plain model has them`(seed: UInt64)
        throws
    {
        var random = SeededGenerator(seed: seed)
        let bench = RowBench()
        let departments = (0..<5).map { _ in bench.identity("Department") }
        let projects = (0..<6).map { _ in bench.identity("Project") }
        let people = (0..<25).map { _ in bench.identity("Person") }
        try bench.save(inserted: (departments + projects).map { bench.change($0, [:]) })
        var plain = Plain()
        var before: [(RowTables, Plain)] = []
        for round in 0..<60 {
            var (inserted, updated): ([ObjectChange], [ObjectChange]) = ([], [])
            var deleted: [NSManagedObjectID] = []
            for person in people.indices.shuffled(using: &random).prefix(4) {
                let isThere = plain.departments[person] != nil
                if isThere, Int.random(in: 0..<4, using: &random) == 0 {
                    deleted.append(people[person])
                    plain.departments[person] = nil
                    plain.projects[person] = nil
                    continue
                }
                let department = Bool.random(using: &random) ? departments.indices.randomElement(using: &random) : nil
                let new = Set(projects.indices.filter { _ in Bool.random(using: &random) })
                let old = plain.projects[person] ?? []
                plain.departments[person] = .some(department)
                plain.projects[person] = new
                let change = bench.change(
                    people[person],
                    ["age": round, "department": department.map { departments[$0] as Any } ?? NSNull()],
                    previous: isThere ? bench.row(people[person]) : nil,
                    added: ["projects": new.subtracting(old).map { projects[$0] }],
                    removed: ["projects": old.subtracting(new).map { projects[$0] }])
                if isThere { updated.append(change) } else { inserted.append(change) }
            }
            try bench.save(inserted: inserted, updated: updated, deleted: deleted)
            if round % 20 == 7 { before.append((bench.service.storage.tables, plain)) }
        }
        before.append((bench.service.storage.tables, plain))
        // What was read before the later saves is as it was then.
        for (tables, plain) in before {
            for (place, department) in departments.enumerated() {
                let wanted = plain.departments.filter { $0.value == place }.keys.map { people[$0].key.key }
                let slot = department.entity.slot(named: "people")!
                #expect(tables.members(for: department, slot: slot).map(\.key.key) == wanted.sorted(), "seed \(seed)")
            }
            for (place, project) in projects.enumerated() {
                let wanted = plain.projects.filter { $0.value.contains(place) }.keys.map { people[$0].key.key }
                let slot = project.entity.slot(named: "members")!
                #expect(tables.members(for: project, slot: slot).map(\.key.key) == wanted.sorted(), "seed \(seed)")
            }
            for (place, person) in people.enumerated() {
                let slot = person.entity.slot(named: "projects")!
                let wanted = (plain.projects[place] ?? []).map { projects[$0].key.key }
                #expect(tables.members(for: person, slot: slot).map(\.key.key) == wanted.sorted(), "seed \(seed)")
                #expect((tables.record(person.key) != nil) == (plain.departments[place] != nil))
            }
        }
    }

    @Test func `threads that read see whole saves, and keys are never given twice`() async throws {
        let bench = Unchecked(RowBench())
        let pair = [bench.value.identity("Badge"), bench.value.identity("Badge")]
        try bench.value.save(inserted: pair.map { bench.value.change($0, ["age": 0]) })
        let keys = await withTaskGroup(of: [Int64].self) { group in
            let identities = Unchecked(pair)
            for writer in 0..<2 {
                group.addTask {
                    for round in 0..<300 {
                        let bench = bench.value
                        // Whoever comes second gets a conflict, and nothing of its save.
                        let changes = identities.value.map {
                            bench.change($0, ["age": 1_000 * writer + round], previous: bench.row($0))
                        }
                        _ = try? bench.save(updated: changes)
                    }
                    return []
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    var keys: [Int64] = []
                    for _ in 0..<500 {
                        let tables = bench.value.service.storage.tables
                        let ages = identities.value.map { identity -> Int64? in
                            let row = tables.record(identity.key)!.row
                            return Int64.read(row.memory, row.layout.places[identity.entity.slot(named: "age")!])
                        }
                        #expect(ages[0] == ages[1])
                        keys.append(bench.value.identity("Project").key.key)
                    }
                    return keys
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(keys).count == 1_000)
    }
}
