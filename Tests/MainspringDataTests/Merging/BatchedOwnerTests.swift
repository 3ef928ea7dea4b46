import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Members that a context knows, once an object has got another owner by a batch, or by a save of another context, and that is merged.
@Suite struct BatchedOwnerTests {
    /// How the object is here, and how the context hears of the change.
    enum Object: CaseIterable { case fault, values, readSince }
    enum Way: CaseIterable { case identities, slices, history, save }

    struct Trial: CustomTestStringConvertible, Sendable {
        let (object, way, isOrdered): (Object, Way, Bool)
        var testDescription: String { "\(object), \(way)\(isOrdered ? ", in an order" : "")" }
    }

    static let trials = Object.allCases.flatMap { object in
        Way.allCases.flatMap { way in
            [false, true].map { Trial(object: object, way: way, isOrdered: $0) }
        }
    }

    @Test(arguments: trials)
    func `A member that has another owner leaves the one's members and comes to the other's`(_ trial: Trial) throws {
        let (object, way, isOrdered) = (trial.object, trial.way, trial.isOrdered)
        let bench = try HistoryBench(ordered: isOrdered ? ["people"] : [])
        let maker = bench.context()
        let departments = ["D", "E", "F"].map { bench.company.make("Department", $0, in: maker) }
        let people = (0..<4).map { bench.company.make("Person", "P\($0)", in: maker) }
        for person in people[0...2] { person["department"] = departments[0] }
        people[3]["department"] = departments[1]
        try maker.save()
        let context = bench.context()
        context.retainsRegisteredObjects = true
        let owners = try departments[0...1].map { try context.existingObject(with: $0.objectID) }
        let moved = try people[0...1].map { try context.existingObject(with: $0.objectID) }
        #expect(owners[0].names("people") == ["P0", "P1", "P2"] && owners[1].names("people") == ["P3"])
        if object != .values { for person in moved { context.refresh(person, mergeChanges: false) } }
        let token = bench.token
        // One comes to an owner that is here, one to an owner that is not.
        let change = { (person: NSManagedObject, owner: NSManagedObject) in
            if way == .save {
                person["department"] = owner
                try maker.save()
                return
            }
            let request = NSBatchUpdateRequest(entityName: "Person")
            request.predicate = NSPredicate(format: "SELF == %@", person.objectID)
            request.propertiesToUpdate = ["department": owner.objectID]
            _ = try bench.execute(request)
        }
        let saved = try Slices.saved(beside: context) {
            try change(people[0], departments[1])
            try change(people[1], departments[2])
        }
        if object == .readSince { for person in moved { _ = person.title } }
        var identities = SavedIdentities()
        identities.updated = people[0...1].map(\.objectID)
        switch way {
        case .identities:
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectIDsKey: identities.updated], into: [context])
        case .slices:
            identities.mayLackEnds = true
            let slices = Slices(SavedMerge(identities), into: context)
            while !slices.areOver { slices.next() }
        case .history:
            for transaction in try bench.transactions(after: token) {
                context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            }
        case .save: context.core.merge(saved)
        }
        #expect(owners[0].names("people") == ["P2"] && owners[1].names("people").sorted() == ["P0", "P3"])
        #expect(moved.map { $0["department"]?.title } == ["E", "F"] && !context.hasChanges)
        #expect(context.object(with: departments[2].objectID).names("people") == ["P1"])
    }

    @Test(arguments: [false, true])
    func `Many members in an order leave, or come to another owner, slice by slice`(_ areDeleted: Bool) throws {
        let bench = try HistoryBench(ordered: ["people"])
        let maker = bench.context()
        let departments = (0..<4).map { bench.company.make("Department", "D\($0)", in: maker) }
        try maker.save()
        let rows: [[String: Any]] = (0..<3_000).map {
            ["name": "p\($0)", "department": departments[$0 % 3].objectID]
        }
        _ = try bench.execute(NSBatchInsertRequest(entityName: "Person", objects: rows))
        let context = bench.context()
        context.retainsRegisteredObjects = true
        let owners = try departments.map { try context.existingObject(with: $0.objectID) }
        #expect(owners.map { $0.names("people").count } == [1_000, 1_000, 1_000, 0])
        var saved = SavedIdentities()
        saved.mayLackEnds = true
        if areDeleted {
            let request = NSBatchDeleteRequest(fetchRequest: HistoryBench.objects("Person", "name != 'p7'"))
            request.resultType = .resultTypeObjectIDs
            saved.deleted = try #require(try bench.execute(request) as? [NSManagedObjectID])
        } else {
            let request = NSBatchUpdateRequest(entityName: "Person")
            request.predicate = NSPredicate(format: "name != 'p7'")
            request.propertiesToUpdate = ["department": departments[3].objectID]
            request.resultType = .updatedObjectIDsResultType
            saved.updated = try #require(try bench.execute(request) as? [NSManagedObjectID])
        }
        let slices = Slices(SavedMerge(saved), into: context)
        while !slices.areOver { slices.next(100) }
        #expect(owners.map { $0.names("people").count } == [0, 1, 0, areDeleted ? 0 : 2_999])
        #expect(
            try owners.map { $0.names("people") }
                == departments.map { try bench.company.read($0.objectID) { $0.names("people") } })
    }
}
