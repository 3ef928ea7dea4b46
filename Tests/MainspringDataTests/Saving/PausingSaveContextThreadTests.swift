import Dispatch
import Foundation
import Locks
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Saves of a context with a queue of its own, beside children that read all the time: they read in its pauses, between two objects.
@Suite struct PausingSaveContextThreadTests {
    private static let count = 2_000

    private static var people: NSFetchRequest<NSManagedObject> { NSFetchRequest(entityName: "Person") }

    private static func aged(_ age: Int) -> NSFetchRequest<NSManagedObject> {
        let request = people
        request.predicate = MainspringFoundation.NSPredicate(format: "age == \(age)")
        return request
    }

    private func parent(_ company: Company) -> NSManagedObjectContext {
        let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        parent.persistentStoreCoordinator = company.coordinator
        parent.retainsRegisteredObjects = true
        return parent
    }

    /// Makes many people in a context and saves them.
    private func fill(_ parent: NSManagedObjectContext, _ company: Company) throws {
        try parent.performAndWait {
            for number in 0..<Self.count { company.insert("Person", "\(number)", in: parent) }
            try parent.save()
        }
    }

    /// Does something while two children read without an end.
    /// - Parameter read: is called again and again on each thread, with a child of its own; says what is wrong.
    private func beside(
        _ parent: NSManagedObjectContext, _ read: @escaping @Sendable (NSManagedObjectContext) throws -> String?,
        _ body: () throws -> Void
    ) throws {
        let (isOver, began, faults) = (Guarded(false), DispatchSemaphore(value: 0), Guarded<Set<String>>([]))
        let ends = (0..<2).map { _ in
            let end = DispatchSemaphore(value: 0)
            Thread {
                let child = parent.child()
                var rounds = 0
                while !isOver.withLock({ $0 }) {
                    do {
                        if let fault = try read(child) { faults.withLock { _ = $0.insert(fault) } }
                    } catch {
                        faults.withLock { _ = $0.insert("\(error)") }
                    }
                    rounds += 1
                    if rounds == 1 { began.signal() }
                }
                end.signal()
            }.start()
            return end
        }
        for _ in ends { began.wait() }
        defer {
            isOver.withLock { $0 = true }
            for end in ends { end.wait() }
            #expect(faults.withLock { $0 } == [])
        }
        try body()
    }

    /// Saves a context while two children read without an end.
    private func save(
        _ parent: NSManagedObjectContext, beside read: @escaping @Sendable (NSManagedObjectContext) throws -> String?
    ) throws {
        try beside(parent, read) { () throws in try parent.performAndWait { try parent.save() } }
    }

    /// Saves a context beside children that find so many people, each the one that it has been before, by whatever identity.
    private func saveWhileKnown(_ parent: NSManagedObjectContext, _ company: Company, _ count: Int) throws {
        try save(parent) { child in
            let found = try child.fetch(Self.people)
            let known = child.userInfo["known"] as? Set<NSManagedObject> ?? Set(found)
            child.userInfo["known"] = known
            return found.count == count && Set(found) == known
                ? nil : "\(found.count) objects, \(Set(found).subtracting(known).count) that were others before"
        }
        #expect(try company.context().count(for: Self.people) == count)
    }

    @Test(arguments: [NSPersistentStore.StoreType.inMemory, .sqlite])
    func `who reads has each new object once, while these get the identities of the stores`(
        _ kind: NSPersistentStore.StoreType
    ) throws {
        let company = Company(kind: kind)
        let parent = parent(company)
        parent.performAndWait {
            for number in 0..<Self.count { company.make("Person", "\(number)", in: parent) }
        }
        try saveWhileKnown(parent, company, Self.count)
    }

    @Test func `the same where a conflict lets the save begin anew`() throws {
        let company = Company()
        let parent = parent(company)
        try fill(parent, company)
        parent.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let first = try parent.performAndWait {
            let all = try parent.fetch(Self.people)
            for object in all { object.age = 1 }
            for number in 0..<Self.count { company.make("Person", "new \(number)", in: parent) }
            return all[0].objectID
        }
        let other = company.context()
        try other.existingObject(with: first).rename("other")
        try other.save()
        try saveWhileKnown(parent, company, 2 * Self.count)
        #expect(try company.read(first) { [$0.title, "\($0.age)"] } == ["other", "1"])
    }

    @Test func `a context that holds a state shows what it saves at each moment, and its children do`() throws {
        let held = try HeldSave()
        let (company, parent) = (held.company, held.parent)
        try fill(parent, company)
        try parent.performAndWait {
            try parent.setQueryGenerationFrom(.current)
            for object in try parent.fetch(Self.people) { object.age = 1 }
        }
        let count = Self.count
        try save(parent) { child in
            let found = try child.count(for: Self.aged(1))
            return found == count ? nil : "\(found) objects with the new value"
        }
    }

    @Test func `who hears of the save hears of each object, beside those who read`() throws {
        let company = Company()
        let parent = parent(company)
        let told = Guarded<[Set<NSManagedObjectID>]>([])
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: parent, queue: nil
        ) { notice in
            let inserted = notice.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject> ?? []
            told.withLock { $0.append(Set(inserted.map(\.objectID))) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let child = parent.child()
        for number in 0..<Self.count { company.make("Person", "\(number)", in: child) }
        try child.save()
        let count = Self.count
        try save(parent) { child in
            let found = try child.fetch(Self.people)
            return Set(found.map(\.objectID)).count == count ? nil : "\(found.count) objects"
        }
        let counts: [Int] = told.withLock { $0.map(\.count) }
        #expect(counts == [count])
    }

    @Test(arguments: [false, true])
    func `what a hook changes in the midst of a save, for one who reads, is in that save or the next`(
        isLanding: Bool
    ) throws {
        let held = try HeldSave(.hooked())
        let company = isLanding ? held.company : .hooked(kind: .inMemory)
        let parent = isLanding ? held.parent : parent(company)
        let writer = company.context()
        let managers = (0..<Self.count).map { company.insert("Manager", "boss \($0)", in: writer) }
        let people = (0..<Self.count).map { company.insert("Person", "\($0)", in: writer) }
        for (manager, person) in zip(managers, people) { person["boss"] = manager }
        try writer.save()
        let (bosses, identities) = (managers.map(\.objectID), people.map(\.objectID))
        // Reading begins when everything is validated, or is on its way to the disk.
        let (changed, next, validated) = (Guarded<Set<NSManagedObjectID>>([]), Guarded(-1), Guarded(0))
        parent.performAndWait {
            for person in identities.map({ parent.object(with: $0) }) { person.rename("new " + person.title) }
            parent.journal.validate = { _, _ in
                guard !isLanding,
                    validated.withLock({
                        $0 += 1; return $0
                    }) == Self.count
                else { return }
                next.withLock { $0 = 0 }
            }
            parent.journal.awakeFromFetch = { [unowned parent] object in
                guard object.entity.name == "Manager", parent.core.queue.isReadingInPause else { return }
                let person = parent.object(with: identities[changed.withLock(\.count) * 7 % identities.count])
                changed.withLock { _ = $0.insert(person.objectID) }
                person.age = 1
                // What a fetch does that comes in the same pause.
                if changed.withLock({ $0.count.isMultiple(of: 2) }) { parent.processPendingChanges() }
            }
        }
        try beside(parent) { child in
            let number = next.withLock { next in
                defer { if next >= 0 { next += 1 } }
                return next
            }
            guard bosses.indices.contains(number) else { return nil }
            return child.object(with: bosses[number]).names("reports").count == 1 ? nil : "reports are missing"
        } _: { () throws in
            guard isLanding else { return try parent.performAndWait { try parent.save() } }
            _ = try held.during(hasKeys: false) { next.withLock { $0 = 0 } }
        }
        try parent.performAndWait { try parent.save() }
        #expect(try company.context().count(for: Self.aged(1)) == changed.withLock(\.count))
        #expect(changed.withLock { !$0.isEmpty })
    }
}
