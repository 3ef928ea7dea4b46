import Dispatch
import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// What contexts learn of identities that those above them have replaced.
@Suite struct ReplacedIdentityContextThreadTests {
    @Test func `a context learns of an identity while the one above it is busy`() throws {
        let company = Company()
        let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        writer.persistentStoreCoordinator = company.coordinator
        let main = NSManagedObjectContext(confined: ())
        main.parent = writer
        let anna = company.make("Person", "Anna", in: main)
        let temporary = anna.objectID
        try main.save()
        try writer.performAndWait { try writer.save() }
        let (begun, isDone, end) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let wasInTime = Box(false)
        writer.perform {
            begun.signal()
            // A context that asked the writer would wait until this is over.
            wasInTime.value = isDone.wait(timeout: .now() + 20) == .success
            end.signal()
        }
        begun.wait()
        let found = main.object(with: temporary)
        isDone.signal()
        end.wait()
        #expect(wasInTime.value)
        #expect(found === anna && !anna.objectID.isTemporaryID)
    }

    @Test func `contexts two levels below learn of it without the one between`() throws {
        let company = Company()
        let root = company.context()
        let middle = root.child()
        let low = middle.child()
        let anna = company.make("Person", "Anna", in: low)
        let temporary = anna.objectID
        try low.save()
        try middle.save()
        try root.save()
        #expect(low.object(with: temporary) === anna && !anna.objectID.isTemporaryID)
        let there = middle.object(with: temporary)
        #expect(there.objectID == anna.objectID && middle.registeredObject(for: anna.objectID) === there)
    }

    @Test func `a save that the store refuses tells nobody`() throws {
        let company = Company()
        let parent = company.context()
        let child = parent.child()
        let anna = company.make("Person", "Anna", in: child)
        let temporary = anna.objectID
        try child.save()
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        #expect(throws: (any Error).self) { try parent.save() }
        #expect(child.object(with: temporary) === anna && anna.objectID == temporary)
    }

    /// A value that a closure of another thread sets before it signals.
    private final class Box: @unchecked Sendable {
        // `@unchecked Sendable`: a semaphore is between the write and the read.
        var value: Bool
        init(_ value: Bool) { self.value = value }
    }
}
