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
            identities.mayLackOwners = true
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
}
