import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Two companies in files that are the same: one is changed by a batch, the other by objects of a context.
struct LinkBench {
    let batched: HistoryBench
    let saved: HistoryBench

    /// How the companies are made.
    struct Form: Sendable {
        var rules: [String: NSDeleteRule] = [:]
        var ordered: Set<String> = []
    }

    init(_ form: Form) throws { (batched, saved) = (try Self.make(form), try Self.make(form)) }

    /// Departments D (P0 to P3 and the manager M) and E (none); P0 is the boss of P1 to P3; projects X (P0, P1) and Y (P2); badges B0 to B3
    /// of those and B4 of nobody; P0 and P1 are friends; notes n0 and n1 are X's.
    private static func make(_ form: Form) throws -> HistoryBench {
        let bench = try HistoryBench(rules: form.rules, ordered: form.ordered) { model, entities in
            let friends = Part.relationship("friends", to: entities["Person"]!, isToMany: true)
            friends.inverseRelationship = friends
            entities["Person"]!.properties.append(friends)
            let note = Part.entity("Note")
            let there = Part.relationship("project", to: entities["Project"]!)
            let here = Part.relationship("notes", to: note, isToMany: true)
            (there.inverseRelationship, here.inverseRelationship) = (here, there)
            note.properties = [Part.attribute("name", .stringAttributeType), there]
            entities["Project"]!.properties.append(here)
            for relationship in [friends, there, here] { relationship.isOptional = true }
            model.entities.append(note)
        }
        let context = bench.context()
        func make(_ entity: String, _ names: [String]) -> [NSManagedObject] {
            names.map { name in
                let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
                object.setValue(name, forKey: "name")
                return object
            }
        }
        let (departments, projects) = (make("Department", ["D", "E"]), make("Project", ["X", "Y"]))
        let people = make("Person", ["P0", "P1", "P2", "P3"]) + make("Manager", ["M"])
        for person in people { person["department"] = departments[0] }
        for person in people[1...3] { person["boss"] = people[0] }
        for (person, badge) in zip(people, make("Badge", ["B0", "B1", "B2", "B3"])) { person["badge"] = badge }
        _ = make("Badge", ["B4"])
        for person in people[0...1] {
            person.mutableProjects(form.ordered.contains("projects"), add: projects[0])
        }
        people[2].mutableProjects(form.ordered.contains("projects"), add: projects[1])
        people[0].add(people[1], to: "friends")
        for note in make("Note", ["n0", "n1"]) { note["project"] = projects[0] }
        try context.save()
        // Keys that were taken in advance are given back.
        try bench.close()
        try bench.open()
        return bench
    }

    /// What both files have, and what their histories say of the last change, are the same.
    /// - Parameter exactly: whether places in orders are the same numbers. A save leaves those of members that have no owner any more, or
    ///   another one, where they do not matter.
    func expectAlike(exactly: Bool = false, _ about: Comment) throws {
        let (one, other) = (try Self.contents(batched, exactly), try Self.contents(saved, exactly))
        #expect(one == other, about)
    }

    private static func contents(_ bench: HistoryBench, _ exactly: Bool) throws -> [String] {
        let tables = try bench.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%'").filter {
            !["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"].contains($0)
        }.sorted()
        let rows = try tables.flatMap { table in
            let names = try bench.rows("SELECT name FROM pragma_table_info('\(table)')")
            let columns = names.map { name in
                let owner = "Z\(name.dropFirst("Z_FOK_".count))"
                guard !exactly, name.hasPrefix("Z_FOK_"), names.contains(owner) else { return "\"\(name)\"" }
                return
                    "CASE WHEN \(owner) IS NOT NULL THEN row_number() OVER (PARTITION BY \(owner) ORDER BY \(name), Z_PK) END"
            }
            return try bench.rows("SELECT \(columns.joined(separator: ", ")) FROM \"\(table)\"").sorted().map {
                "\(table) \($0)"
            }
        }
        let changes = try bench.rows(
            """
            SELECT ZCHANGETYPE, ZENTITY, ZENTITYPK, hex(ZCOLUMNS) FROM ACHANGE \
            WHERE ZTRANSACTIONID = (SELECT max(Z_PK) FROM ATRANSACTION)
            """)
        return rows + changes.sorted().map { "change \($0)" }
    }
}

extension NSManagedObject {
    fileprivate func mutableProjects(_ isOrdered: Bool, add project: NSManagedObject) {
        if isOrdered {
            mutableOrderedSetValue(forKey: "projects").add(project)
        } else {
            add(project, to: "projects")
        }
    }
}

extension HistoryBench {
    /// The identity of the object with a name.
    func identity(_ entity: String, _ name: String) throws -> NSManagedObjectID {
        let context = context()
        let found = try context.fetch(Self.objects(entity, "name == '\(name)'")).first as? NSManagedObject
        return try #require(found).objectID
    }
}
