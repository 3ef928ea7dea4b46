import Dispatch
import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Random requests in contexts with random changes that are not saved, and with random events while they are read: what comes
/// out is what a fetch finds at the end.
@Suite(.timeLimit(.minutes(5))) struct RandomAsynchronousFetchTests {
    /// What happens between the call and the end.
    enum Event: CaseIterable {
        case nothing, insert, update, delete, save, rollback, reset, mergeInsertion, mergeDeletion, batch
    }

    @Test(arguments: Seeds.first(60))
    func `What comes out is what a fetch finds at the end`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try AsynchronousBench()
        try bench.fill(60)
        let (context, other) = (bench.context(), bench.context())
        let gate = ReadingGate()
        for turn in 0..<8 {
            let event = Event.allCases.randomElement(using: &random) ?? .nothing
            let end = AsynchronousEnd<NSManagedObject>()
            nonisolated(unsafe) var expected: [NSManagedObjectID]?
            try context.performAndWait { () throws in
                try change(Int.random(in: 0...6, using: &random), in: context, bench, &random)
                context.core.sourceState.pace = gate.pace(Int.random(in: 1...40, using: &random))
                let request = request(&random)
                let copy = request.copy() as! NSFetchRequest<NSManagedObject>
                try end.begin(request, in: context) { _ in
                    expected = try? context.fetch(copy).map(\.objectID)
                }
            }
            gate.waitUntilHeld()
            // Before it is known which objects there are, or after.
            if Bool.random(using: &random) {
                gate.open()
                gate.waitUntilHeld()
            }
            try happen(event, in: context, other, bench, &random)
            // More than enough for all parts of all readings.
            gate.open(400)
            end.wait()
            try context.performAndWait { () throws in
                #expect(end.error == nil && end.count == 1)
                #expect(
                    end.results?.map(\.objectID) == expected, "seed \(seed), turn \(turn), \(event)")
                if Bool.random(using: &random) { try context.save() }
            }
            gate.close()
        }
    }

    private func request(_ random: inout SeededGenerator) -> NSFetchRequest<NSManagedObject> {
        let formats = [nil, "age < 30", "age >= 20 AND age < 45", "name CONTAINS '3'", "department == nil"]
        let request = AsynchronousBench.people(formats.randomElement(using: &random) ?? nil)
        let keys =
            [["age"], ["name"], ["age", "name"], ["department.name", "age"]].randomElement(using: &random) ?? []
        request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: Bool.random(using: &random)) }
        if Bool.random(using: &random) { request.fetchLimit = Int.random(in: 1...40, using: &random) }
        if Bool.random(using: &random) { request.fetchOffset = Int.random(in: 0...30, using: &random) }
        if Int.random(in: 0..<4, using: &random) == 0 { request.fetchBatchSize = 10 }
        if Int.random(in: 0..<5, using: &random) == 0 { request.includesPendingChanges = false }
        request.returnsObjectsAsFaults = Bool.random(using: &random)
        return request
    }

    private func change(
        _ count: Int, in context: NSManagedObjectContext, _ bench: AsynchronousBench, _ random: inout SeededGenerator
    ) throws {
        let people = try context.fetch(AsynchronousBench.people())
        for _ in 0..<count {
            let person = people.randomElement(using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                bench.company.make("Person", "New \(Int.random(in: 0..<99, using: &random))", in: context)
                    .setValue(Int.random(in: 0..<60, using: &random), forKey: "age")
            case 1 where person?.isDeleted == false: context.delete(person!)
            case 2 where person?.isDeleted == false:
                let department = bench.company.make("Department", "D \(count)", in: context)
                person?.setValue(department, forKey: "department")
            default:
                if person?.isDeleted == false {
                    person?.setValue(Int.random(in: 0..<60, using: &random), forKey: "age")
                }
            }
        }
    }

    private func happen(
        _ event: Event, in context: NSManagedObjectContext, _ other: NSManagedObjectContext,
        _ bench: AsynchronousBench, _ random: inout SeededGenerator
    ) throws {
        switch event {
        case .nothing: break
        case .insert, .update, .delete:
            try context.performAndWait { () throws in
                try change(50, in: context, bench, &random)
            }
        case .save: try context.performAndWait { () throws in try context.save() }
        case .rollback: context.performAndWait { context.rollback() }
        case .reset: context.performAndWait { context.reset() }
        case .batch:
            try context.performAndWait { () throws in
                try context.save()
                let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
                request.predicate = NSPredicate(format: "age == %d", Int.random(in: 0..<60, using: &random))
                _ = try context.execute(NSBatchDeleteRequest(fetchRequest: request))
                context.reset()
            }
        case .mergeInsertion, .mergeDeletion:
            // Nothing that both have changed.
            try context.performAndWait { () throws in try context.save() }
            nonisolated(unsafe) var notice: Notification?
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: other, queue: nil
            ) { notice = $0 }
            defer { NotificationCenter.default.removeObserver(observer) }
            try other.performAndWait { () throws in
                other.reset()
                if event == .mergeInsertion {
                    bench.company.make("Person", "Merged", in: other).setValue(25, forKey: "age")
                } else if let person = try other.fetch(AsynchronousBench.people()).randomElement(using: &random) {
                    other.delete(person)
                }
                try other.save()
            }
            let saved = try #require(notice)
            context.performAndWait { context.mergeChanges(fromContextDidSave: saved) }
        }
    }
}
