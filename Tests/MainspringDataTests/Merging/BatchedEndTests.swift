import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Those at the other ends of links that a batch has made or ended, once a context has merged the batch's identities, which do not name them.
@Suite struct BatchedEndTests {
    /// What the batch does.
    enum Change: CaseIterable {
        case newMember, newMemberOfNobodyKnown, newPartner, otherOwner, noOwner
        case otherBadge, noBadge, takenBadge, badgeToHolder, otherSpouse, noSpouse, takenSpouse, meetingRows
    }

    /// Who is here with values, beside the owners and their members.
    enum Known: CaseIterable { case all, ends, changed }

    struct Trial: CustomTestStringConvertible, Sendable {
        let (change, known, isOrdered, inSlices): (Change, Known, Bool, Bool)
        var testDescription: String {
            "\(change), known: \(known)\(isOrdered ? ", in an order" : "")\(inSlices ? ", in slices" : "")"
        }
    }

    static let trials = Change.allCases.flatMap { change in
        Known.allCases.flatMap { known in
            [(false, false), (false, true), (true, false), (true, true)].map {
                Trial(change: change, known: known, isOrdered: $0.0, inSlices: $0.1)
            }
        }
    }

    /// Departments D (P0 to P3) and E; badges B0 to B2 of the first three and B3 of nobody; P0 and P1 are spouses, and so are P2 and P3.
    private func bench(_ isOrdered: Bool) throws -> HistoryBench {
        let bench = try HistoryBench(ordered: isOrdered ? ["people"] : [], unique: ["Person": [["name"]]]) {
            _, entities in
            let spouse = Part.relationship("spouse", to: entities["Person"]!)
            spouse.isOptional = true
            spouse.inverseRelationship = spouse
            entities["Person"]!.properties.append(spouse)
        }
        let context = bench.context()
        let departments = ["D", "E"].map { bench.company.make("Department", $0, in: context) }
        let people = (0..<4).map { bench.company.make("Person", "P\($0)", in: context) }
        let badges = (0..<4).map { bench.company.make("Badge", "B\($0)", in: context) }
        bench.company.make("Project", "X", in: context)
        for person in people { person["department"] = departments[0] }
        for (person, badge) in zip(people[0...2], badges) { person["badge"] = badge }
        (people[0]["spouse"], people[2]["spouse"]) = (people[1], people[3])
        try context.save()
        return bench
    }

    /// Runs the batch.
    /// - Returns: what a program merges.
    private func run(_ change: Change, _ bench: HistoryBench) throws -> [AnyHashable: Any] {
        func inserted(_ rows: [[String: Any]]) throws -> [NSManagedObjectID] {
            let context = bench.context()
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let request = NSBatchInsertRequest(entityName: "Person", objects: rows)
            request.resultType = .objectIDs
            return try #require(try bench.execute(request, in: context) as? [NSManagedObjectID])
        }
        func set(_ name: String, _ key: String, _ destination: (String, String)?) throws -> [AnyHashable: Any] {
            let request = NSBatchUpdateRequest(entityName: "Person")
            request.predicate = NSPredicate(format: "name == %@", name)
            request.propertiesToUpdate = [
                key: try destination.map { try bench.identity($0.0, $0.1) } ?? NSNull()
            ]
            request.resultType = .updatedObjectIDsResultType
            return [NSUpdatedObjectIDsKey: try bench.execute(request) ?? []]
        }
        switch change {
        case .newMember, .newMemberOfNobodyKnown:
            let owner = try bench.identity("Department", change == .newMember ? "D" : "E")
            let rows = (0..<3).map { ["name": "n\($0)", "department": owner] as [String: Any] }
            return [NSInsertedObjectIDsKey: try inserted(rows)]
        case .newPartner:
            let badge = try bench.identity("Badge", "B1")
            return [NSInsertedObjectIDsKey: try inserted([["name": "n", "badge": badge]])]
        case .otherOwner: return try set("P1", "department", ("Department", "E"))
        case .noOwner: return try set("P1", "department", nil)
        case .otherBadge: return try set("P1", "badge", ("Badge", "B3"))
        case .noBadge: return try set("P1", "badge", nil)
        case .takenBadge: return try set("P1", "badge", ("Badge", "B2"))
        case .badgeToHolder: return try set("P3", "badge", ("Badge", "B0"))
        case .otherSpouse: return try set("P0", "spouse", ("Person", "P2"))
        case .noSpouse: return try set("P0", "spouse", nil)
        case .takenSpouse: return try set("P0", "spouse", ("Person", "P0"))
        case .meetingRows:
            let (badge, owner) = (try bench.identity("Badge", "B0"), try bench.identity("Department", "E"))
            let all = try inserted([
                ["name": "P1", "badge": badge], ["name": "P2", "department": owner], ["name": "n"],
            ])
            return [NSUpdatedObjectIDsKey: Array(all[0...1]), NSInsertedObjectIDsKey: Array(all[2...])]
        }
    }

    private static let names = ["Department", "Person", "Badge"]

    private func objects(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        try Self.names.flatMap { try context.fetch(HistoryBench.objects($0)).map { $0 as! NSManagedObject } }
    }

    private func lines(_ context: NSManagedObjectContext) throws -> [String] {
        try objects(context).map { object in
            let links = object.entity.relationshipsByName.sorted { $0.key < $1.key }.map { name, relationship in
                relationship.isToMany ? object.names(name).joined(separator: ",") : object[name]?.title ?? ""
            }
            return "\(object.title): \(links.joined(separator: " "))"
        }
    }

    @Test(arguments: trials)
    func `Whoever is at the other end of what a batch has changed is as in the file, and meets no conflict`(
        _ trial: Trial
    ) throws {
        let bench = try bench(trial.isOrdered)
        let context = bench.context()
        context.retainsRegisteredObjects = true
        _ = try lines(context)
        for object in try objects(context) where trial.known != .all {
            let isChanged = ["P0", "P1", "P2", "P3"].contains(object.title)
            let isOwner = object.entity.name == "Department"
            if !isOwner, isChanged != (trial.known == .changed) { context.refresh(object, mergeChanges: false) }
        }
        let info = try run(trial.change, bench)
        if trial.inSlices {
            var saved = SavedIdentities(info) { _ in nil }
            saved.mayLackEnds = true
            Slices(SavedMerge(saved), into: context).finish("\(trial)")
        } else {
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: info, into: [context])
            #expect(LinkWitness(context: context).fault == nil)
        }
        #expect(!context.hasChanges)
        #expect(try lines(context) == lines(bench.context()))
        for object in try objects(context) { object.setValue(7, forKey: "age") }
        #expect(throws: Never.self) { try context.save() }
    }

    @Test(arguments: [false, true])
    func `Rows of new objects are read many at a time to find their owners, and only where one may be here`(
        _ isKnown: Bool
    ) throws {
        let bench = try bench(false)
        let identity = try bench.identity("Department", "D")
        let context = bench.context()
        context.retainsRegisteredObjects = true
        let known = try context.existingObject(with: isKnown ? identity : bench.identity("Project", "X"))
        if isKnown { #expect(known.names("people").count == 4) }
        let request = NSBatchInsertRequest(
            entityName: "Person", objects: (0..<2_000).map { ["name": "n\($0)", "department": identity] })
        request.resultType = .objectIDs
        let new = try #require(try bench.execute(request) as? [NSManagedObjectID])
        let reader = try #require((bench.company.coordinator.persistentStores[0] as? SQLiteStore)?.opened?.reader)
        let before = reader.queryCount
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSInsertedObjectIDsKey: new], into: [context])
        #expect(reader.queryCount - before <= (isKnown ? 10 : 0))
        if isKnown { #expect(known.names("people").count == 2_004) }
    }

    @Test(arguments: Known.allCases, [(false, false), (false, true), (true, false), (true, true)])
    func `What a batch insert returns is merged as new, and what rows have met is as in the file all the same`(
        _ known: Known, _ form: (isOrdered: Bool, inSlices: Bool)
    ) throws {
        let bench = try bench(form.isOrdered)
        let context = bench.context()
        context.retainsRegisteredObjects = true
        _ = try lines(context)
        for object in try objects(context) where known != .all && object.entity.name == "Person" {
            if known == .ends || object.title != "P1" { context.refresh(object, mergeChanges: false) }
        }
        let writer = bench.context()
        writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let owner = try bench.identity("Department", "E")
        let request = NSBatchInsertRequest(
            entityName: "Person", objects: ["P1", "new"].map { ["name": $0, "department": owner] })
        request.resultType = .objectIDs
        let info: [AnyHashable: Any] = [NSInsertedObjectIDsKey: try bench.execute(request, in: writer) ?? []]
        if form.inSlices {
            var saved = SavedIdentities(info) { _ in nil }
            saved.mayLackEnds = true
            saved.moveKnown(in: context.core)
            Slices(SavedMerge(saved), into: context).finish("\(known)")
        } else {
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: info, into: [context])
            #expect(LinkWitness(context: context).fault == nil)
        }
        #expect(!context.hasChanges)
        #expect(try lines(context) == lines(bench.context()))
        for object in try objects(context) { object.setValue(7, forKey: "age") }
        #expect(throws: Never.self) { try context.save() }
    }
}
