import Foundation
import Locks
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Rows that children have read, where contexts work on several threads.
@Suite struct StaleChildContextThreadTests {
    private let held: HeldSave
    private let (company, parent): (Company, NSManagedObjectContext)
    private let identity: NSManagedObjectID

    init() throws {
        let held = try HeldSave()
        let (company, parent) = (held.company, held.parent)
        (self.held, self.company, self.parent) = (held, company, parent)
        identity = try parent.performAndWait {
            let anna = company.make("Person", "Anna", in: parent)
            anna.age = 1_000
            try parent.save()
            return anna.objectID
        }
    }

    @Test(arguments: [false, true])
    func `a child's save beside its parent's own save meets no conflict`(_ fails: Bool) throws {
        let child = parent.child()
        let anna = child.object(with: identity)
        #expect(anna.age == 1_000)
        parent.performAndWait { parent.object(with: identity).rename("Anne") }
        let error = try held.during(fails: fails) { () throws in
            anna.age = 990
            try child.save()
        }
        #expect((error != nil) == fails)
        try parent.performAndWait { try parent.save() }
        #expect(try company.read(identity) { "\($0.title) \($0.age)" } == "Anne 990")
    }

    @Test func `a child's save into a parent with a queue keeps the row that the child has read`() throws {
        let child = parent.child()
        let anna = child.object(with: identity)
        #expect(anna.age == 1_000)
        let other = company.context()
        other.object(with: identity).age = 1_100
        try other.save()
        parent.performAndWait { parent.reset() }
        anna.age = 990
        try child.save()
        let error = #expect(throws: CocoaError.self) { try parent.performAndWait { try parent.save() } }
        #expect(error?.code.rawValue == NSManagedObjectMergeError)
    }

    @Test(arguments: Seeds.first(2))
    func `transfers through children that meet their parent's conflicts keep the sum`(_ seed: UInt64) throws {
        let (root, count) = (parent, 5)
        let accounts = try root.performAndWait {
            let accounts = (0..<count).map { company.make("Person", "\($0)", in: root) }
            for account in accounts { account.age = 100 }
            try root.save()
            return Unchecked(accounts.map(\.objectID))
        }
        let refusals = Guarded(0)
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            var random = SeededGenerator(seed: seed &* 10 &+ UInt64(worker))
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = root
            child.detectsConflictsInParent = true
            for _ in 0..<Seeds.size(40, sanitized: 10) {
                let from = Int.random(in: 0..<count, using: &random)
                let to = (from + Int.random(in: 1..<count, using: &random)) % count
                let amount = Int.random(in: 1...20, using: &random)
                child.performAndWait {
                    while true {
                        let (giver, taker) = (
                            child.object(with: accounts.value[from]), child.object(with: accounts.value[to])
                        )
                        giver.age -= amount
                        taker.age += amount
                        do {
                            return try child.save()
                        } catch {
                            refusals.withLock { $0 += 1 }
                            child.rollback()
                            child.reset()
                        }
                    }
                }
                if Int.random(in: 0..<4, using: &random) == 0 {
                    root.performAndWait { _ = try? root.save() }
                }
            }
        }
        try root.performAndWait { try root.save() }
        let reader = company.context()
        let sum = try accounts.value.map { try reader.existingObject(with: $0).age }.reduce(0, +)
        #expect(sum == 100 * count, "after \(refusals.withLock { $0 }) refused saves")
    }
}
