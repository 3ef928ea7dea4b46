import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

@Suite struct RefutedMergeTests {
    struct Trial: CustomTestStringConvertible, Sendable {
        let (seed, way, isOrdered, keeps): (UInt64, String, Bool, Bool)
        var testDescription: String { "\(seed) \(way) \(isOrdered) \(keeps)" }
    }

    static let trials = (1...6).flatMap { seed in
        ["history", "identities", "history in slices", "identities in slices"].flatMap { way in
            [false, true].flatMap { ordered in [false, true].map { Trial(seed: UInt64(seed), way: way, isOrdered: ordered, keeps: $0) } }
        }
    }

    static func bench(_ isOrdered: Bool) throws -> HistoryBench {
        try HistoryBench(
            rules: ["Project.notes": .cascadeDeleteRule],
            ordered: isOrdered ? ["people", "reports", "projects"] : [], unique: ["Person": [["name"]]]
        ) { model, entities in
            let spouse = Part.relationship("spouse", to: entities["Person"]!)
            spouse.isOptional = true
            spouse.inverseRelationship = spouse
            let friends = Part.relationship("friends", to: entities["Person"]!, isToMany: true)
            friends.isOptional = true
            friends.inverseRelationship = friends
            entities["Person"]!.properties += [spouse, friends]
            let note = Part.entity("Note")
            let there = Part.relationship("project", to: entities["Project"]!)
            let here = Part.relationship("notes", to: note, isToMany: true, isOrdered: isOrdered)
            (there.inverseRelationship, here.inverseRelationship) = (here, there)
            (there.isOptional, here.isOptional) = (true, true)
            here.deleteRule = .cascadeDeleteRule
            note.properties = [Part.attribute("name", .stringAttributeType), Part.attribute("age", .integer64AttributeType, default: 0), there]
            entities["Project"]!.properties.append(here)
            model.entities.append(note)
        }
    }

    private static let entityNames = ["Department", "Person", "Project", "Badge", "Note"]

    static func dump(_ context: NSManagedObjectContext) throws -> [String] {
        try entityNames.flatMap { entity in
            try context.fetch(HistoryBench.objects(entity)).map { object in
                let object = object as! NSManagedObject
                var parts: [String] = []
                for (name, relationship) in object.entity.relationshipsByName.sorted(by: { $0.key < $1.key }) {
                    if relationship.isToMany {
                        parts.append("\(name)=\(object.names(name).joined(separator: ","))")
                    } else {
                        parts.append("\(name)=\(object[name]?.title ?? "")")
                    }
                }
                return "\(entity) \(object.title) \(object.value(forKey: "age") ?? "-") \(parts.joined(separator: " "))"
            }
        }
    }

    @Test(arguments: ["new members", "badge lost", "badge got", "badge taken", "spouse lost", "spouse got", "badge by insertion"], [false, true])
    func `Who is at the other end of what a batch has changed is right once its identities are merged`(_ what: String, _ inSlices: Bool) throws {
        let bench = try Self.bench(false)
        let maker = bench.context()
        let department = bench.company.make("Department", "D", in: maker)
        let people = (0..<4).map { bench.company.make("Person", "P\($0)", in: maker) }
        let badges = (0..<3).map { bench.company.make("Badge", "B\($0)", in: maker) }
        for person in people { person["department"] = department }
        for (person, badge) in zip(people[0...1], badges) { person["badge"] = badge }
        people[0]["spouse"] = people[1]
        try maker.save()
        let context = bench.context()
        context.retainsRegisteredObjects = true
        _ = try Self.dump(context)
        let request = NSBatchUpdateRequest(entityName: "Person")
        request.predicate = NSPredicate(format: "SELF == %@", people[0].objectID)
        request.resultType = .updatedObjectIDsResultType
        var info: [AnyHashable: Any] = [:]
        switch what {
        case "new members", "badge by insertion":
            let row: [String: Any] = what == "new members" ? ["name": "n", "department": department.objectID] : ["name": "n", "badge": badges[0].objectID]
            let request = NSBatchInsertRequest(entityName: "Person", objects: [row])
            request.resultType = .objectIDs
            info[NSInsertedObjectIDsKey] = try bench.execute(request)
        case "badge lost": request.propertiesToUpdate = ["badge": NSNull()]
        case "badge got": request.propertiesToUpdate = ["badge": badges[2].objectID]
        case "badge taken": request.propertiesToUpdate = ["badge": badges[1].objectID]
        case "spouse lost": request.propertiesToUpdate = ["spouse": NSNull()]
        default: request.propertiesToUpdate = ["spouse": people[2].objectID]
        }
        if request.propertiesToUpdate != nil { info[NSUpdatedObjectIDsKey] = try bench.execute(request) }
        if inSlices {
            var saved = SavedIdentities(info) { _ in nil }
            saved.mayLackOwners = true
            let slices = Slices(SavedMerge(saved), into: context)
            while !slices.areOver { slices.next() }
        } else {
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: info, into: [context])
        }
        let (one, other) = (try Self.dump(context), try Self.dump(bench.context()))
        let wrong = zip(one, other).filter { $0 != $1 }.map { "\($0)   FILE \($1)" }
        #expect(wrong.isEmpty && one.count == other.count, "\(wrong)")
    }

    // MARK: Time

    private func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        try body()
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    }

    static let whats = ["insert", "update", "update same", "move", "delete"].flatMap { ["\($0)", "\($0) ordered"] }

    @Test(arguments: ["move", "delete"])
    func `A large batch is merged in slices, with members in an order, in time that is not quadratic`(_ what: String) throws {
        var times: [Double] = []
        for count in [4_000, 16_000] {
            let bench = try HistoryBench(ordered: ["people"])
            let maker = bench.context()
            let departments = (0..<4).map { bench.company.make("Department", "D\($0)", in: maker) }
            try maker.save()
            let rows: [[String: Any]] = (0..<count).map { ["name": "p\($0)", "department": departments[$0 % 3].objectID] }
            _ = try bench.execute(NSBatchInsertRequest(entityName: "Person", objects: rows))
            let context = bench.context()
            context.retainsRegisteredObjects = true
            let known = try departments.map { try context.existingObject(with: $0.objectID) }
            #expect(known.map { ($0.value(forKey: "people") as? NSOrderedSet)?.count ?? 0 }.reduce(0, +) == count)
            var saved = SavedIdentities()
            if what == "delete" {
                let request = NSBatchDeleteRequest(fetchRequest: HistoryBench.objects("Person"))
                request.resultType = .resultTypeObjectIDs
                saved.deleted = try bench.execute(request) as? [NSManagedObjectID] ?? []
            } else {
                let request = NSBatchUpdateRequest(entityName: "Person")
                request.propertiesToUpdate = ["department": departments[3].objectID]
                request.resultType = .updatedObjectIDsResultType
                saved.updated = try bench.execute(request) as? [NSManagedObjectID] ?? []
            }
            saved.mayLackOwners = true
            times.append(seconds {
                let slices = Slices(SavedMerge(saved), into: context)
                while !slices.areOver { slices.next(500) }
            })
        }
        print("TIME slices \(what): \(times)")
        #expect(times[1] < 8 * times[0] + 0.3, "\(times)")
    }

    @Test(arguments: ["chain"])
    func `A large batch with links takes time that is not quadratic`(_ what: String) throws {
        var times: [Double] = []
        for count in [1_000, 4_000] {
            let bench = try HistoryBench(
                rules: what == "chain" ? ["Person.reports": .cascadeDeleteRule] : [:],
                ordered: what == "ordered" ? ["people", "reports", "projects", "members"] : [], unique: ["Person": [["name"]]])
            let maker = bench.context()
            let department = bench.company.make("Department", "D", in: maker)
            let project = bench.company.make("Project", "X", in: maker)
            var last: NSManagedObject?
            for number in 0..<count {
                let person = bench.company.make("Person", "p\(number)", in: maker)
                switch what {
                case "chain": person["boss"] = last
                case "star", "owners": person["department"] = department
                case "meeting badges", "partners": person["badge"] = bench.company.make("Badge", "b\(number)", in: maker)
                case "pairs":
                    person.add(project, to: "projects")
                    person.add(bench.company.make("Project", "\(number)", in: maker), to: "projects")
                case "ordered":
                    person["department"] = department
                    person["boss"] = last ?? person
                    person.mutableOrderedSetValue(forKey: "projects").add(bench.company.make("Project", "\(number % 10)", in: maker))
                default: break
                }
                last = person
            }
            try maker.save()
            let badges = what == "partners" || what == "meeting badges" ? try maker.fetch(HistoryBench.objects("Badge")).map { ($0 as! NSManagedObject).objectID } : []
            let people = try maker.fetch(HistoryBench.objects("Person")).map { ($0 as! NSManagedObject).objectID }
            times.append(try seconds {
                let context = bench.context()
                context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
                switch what {
                case "chain": _ = try bench.execute(NSBatchDeleteRequest(fetchRequest: HistoryBench.objects("Person", "name == 'p0'")))
                case "owners": _ = try bench.execute(NSBatchDeleteRequest(fetchRequest: HistoryBench.objects("Department")))
                case "objectIDs": _ = try bench.execute(NSBatchDeleteRequest(objectIDs: people))
                case "meeting":
                    _ = try bench.execute(NSBatchInsertRequest(entityName: "Person", objects: (0..<count).map { ["name": "p\($0)", "department": department.objectID, "boss": people[($0 * 7) % count]] }), in: context)
                case "meeting badges":
                    _ = try bench.execute(NSBatchInsertRequest(entityName: "Person", objects: (0..<count).map { ["name": "p\($0)", "badge": badges[(($0 + 1) % count)]] }), in: context)
                case "partners":
                    _ = try bench.execute(NSBatchInsertRequest(entityName: "Person", objects: (0..<count).map { ["name": "q\($0)", "badge": badges[(($0 + 1) % count)]] }), in: context)
                default: _ = try bench.execute(NSBatchDeleteRequest(fetchRequest: HistoryBench.objects("Person")))
                }
            })
        }
        print("TIME batch \(what): \(times)")
        #expect(times[1] < 8 * times[0] + 0.3, "\(times)")
    }
}
