import Dispatch
import Foundation
import Locks
import MainspringModel
import StoreFaults
import Testing

@testable import MainspringData

/// Saves that a block of something else makes, on the queue of the context: children read meanwhile all the same.
@Suite struct SavesInsideTests {
    let held: HeldSave
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)

    init() throws { held = try HeldSave() }

    enum Place: CaseIterable {
        case context, coordinator, both
    }

    @Test(arguments: Place.allCases)
    func `a child does not wait for a save that is made inside another block`(_ place: Place) throws {
        let (parent, company, other) = (held.parent, held.company, other)
        try parent.performAndWait {
            for name in ["Anna", "Bert"] { company.make("Person", name, in: parent) }
            try parent.save()
            for person in try parent.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")) {
                person.setValue("new \(person.title)", forKey: "name")
            }
        }
        let child = parent.child()
        let error = try held.during(begin: { save in
            switch place {
            case .context: other.perform { parent.performAndWait(save) }
            case .coordinator: company.coordinator.perform { parent.performAndWait(save) }
            case .both:
                other.perform {
                    company.coordinator.performAndWait { parent.performAndWait { parent.performAndWait(save) } }
                }
            }
        }) { () throws in
            let people = try child.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
            #expect(people.map(\.title).sorted() == ["new Anna", "new Bert"])
        }
        #expect(error == nil)
        #expect(try held.stored("Person") == ["new Anna", "new Bert"])
    }

    /// The call of an observer that is notified of a child save while the parent's save waits for keys.
    enum Call: CaseIterable { case nothing, save, rollback }

    @Test(arguments: Call.allCases, [false, true])
    func `what an observer does while a save waits for keys loses nothing`(_ call: Call, _ isNew: Bool) throws {
        let (parent, company) = (held.parent, held.company)
        let anna = try parent.performAndWait {
            let anna = company.make("Person", "Anna", in: parent)
            if !isNew { try parent.save() }
            anna.setValue("Anne", forKey: "name")
            company.make("Badge", "1", in: parent)
            try parent.obtainPermanentIDs(for: [anna])
            return anna.objectID
        }
        let child = parent.child()
        let error = try held.during(hasKeys: false) { () throws in
            child.object(with: anna).setValue(3, forKey: "age")
            try child.save()
            let isCalled = Guarded(false)
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextObjectsDidChange, object: parent, queue: nil
            ) { [faults = held.faults] _ in
                guard
                    isCalled.withLock({ isCalled in
                        defer { isCalled = true }
                        return !isCalled
                    })
                else { return }
                faults.releaseCommits()
                switch call {
                case .nothing: break
                case .save: do { try parent.save() } catch { Issue.record(error) }
                case .rollback: parent.rollback()
                }
            }
            defer { NotificationCenter.default.removeObserver(observer) }
            _ = try child.fetch(NSFetchRequest<NSManagedObject>(entityName: "Badge"))
            #expect(isCalled.withLock { $0 })
        }
        #expect(error == nil)
        try parent.performAndWait { try parent.save() }
        #expect(parent.performAndWait { !parent.hasChanges && parent.core.saving == nil })
        let wasDropped = call == .rollback
        #expect(try held.stored("Person") == (wasDropped ? (isNew ? [] : ["Anna"]) : ["Anne"]))
        #expect(try held.stored("Badge") == (wasDropped ? [] : ["1"]))
        guard !wasDropped else { return }
        #expect(try company.read(anna) { $0.age } == 3)
    }

    @Test func `a queue is lent as long as nothing was taken after it`() {
        let (first, second) = (
            ContextQueue(.privateQueueConcurrencyType), ContextQueue(.privateQueueConcurrencyType)
        )
        #expect(first.performAndWait { first.mayLend })
        #expect(first.performAndWait { first.performAndWait { first.mayLend } })
        #expect(second.performAndWait { first.performAndWait { first.mayLend } })
        #expect(second.performAndWait { first.performAndWait { first.performAndWait { first.mayLend } } })
        // Who reads waits for the second one where it is taken after the first, and that waits for who reads.
        #expect(!first.performAndWait { second.performAndWait { first.performAndWait { first.mayLend } } })
        #expect(!first.performAndWait { second.performAndWait { first.mayLend } })
        #expect(!second.mayLend)
    }
}
