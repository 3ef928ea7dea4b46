import Dispatch
import Foundation
import MainspringModel
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
