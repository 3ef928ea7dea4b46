import Foundation
import MainspringModel
import StoreFaults
import Testing

@testable import MainspringData

/// Identities that the program obtains before, in the midst of, and after saves into a parent: an object has one, whoever asks for it
/// first, and what leads to it by the former one is not lost.
@Suite struct ObtainedIdentityContextTests {
    let held: HeldSave
    let (company, parent, child): (Company, NSManagedObjectContext, NSManagedObjectContext)
    private static let names = ["Sales", "Anna", "Bert", "Cleo", "Dora", "Emil"]

    init() throws {
        held = try HeldSave(
            Company(adding: { _, entities in
                entities["Person"]?.relationshipsByName["department"]?.isOptional = false
            }))
        (company, parent) = (held.company, held.parent)
        child = parent.child()
    }

    private static var people: NSFetchRequest<NSManagedObject> { NSFetchRequest(entityName: "Person") }

    /// A department, and people who require it.
    private func makeStaff(in context: NSManagedObjectContext) -> [NSManagedObject] {
        let department = company.make("Department", Self.names[0], in: context)
        let people = Self.names.dropFirst().map { name in
            let person = company.make("Person", name, in: context)
            person["department"] = department
            return person
        }
        return [department] + people
    }

    /// Obtains the identities of some of the staff.
    private func obtain(_ objects: some Sequence<NSManagedObject>) throws -> [NSManagedObjectID] {
        try child.obtainPermanentIDs(for: Array(objects))
        return objects.map(\.objectID)
    }

    /// Saves the parent, and looks whether everything is stored under the identities that were obtained.
    private func expect(_ made: [NSManagedObject], _ asked: Range<Int>, _ identities: [NSManagedObjectID]) throws {
        try #require(identities.allSatisfy { !$0.isTemporaryID } && Set(identities).count == asked.count)
        #expect(made[asked].map(\.objectID) == identities)
        try parent.performAndWait { try parent.save() }
        #expect(made[asked].map(\.objectID) == identities)
        for (identity, name) in zip(identities, Self.names[asked]) {
            #expect(try company.read(identity, \.title) == name)
        }
        let reader = company.context()
        let people = try reader.fetch(Self.people)
        #expect(people.map(\.title).sorted() == Array(Self.names.dropFirst()))
        #expect(people.allSatisfy { $0["department"]?.title == Self.names[0] })
        #expect(try Set(child.fetch(Self.people)) == Set(made.dropFirst()))
        // The child goes on with them.
        for object in made[asked] { object.rename(object.title + " again") }
        try child.save()
        try parent.performAndWait { try parent.save() }
        for (identity, name) in zip(identities, Self.names[asked]) {
            #expect(try company.read(identity, \.title) == name + " again")
        }
    }

    @Test(arguments: [0..<1, 1..<6, 0..<6])
    func `what has been saved into the parent gets its identity there`(asked: Range<Int>) throws {
        let made = makeStaff(in: child)
        try child.save()
        try expect(made, asked, try obtain(made[asked]))
    }

    @Test(arguments: [0..<1, 1..<6, 0..<6])
    func `what the parent has saved has the identity of its store`(asked: Range<Int>) throws {
        let made = makeStaff(in: child)
        try child.save()
        try parent.performAndWait { try parent.save() }
        try expect(made, asked, try obtain(made[asked]))
    }

    @Test(arguments: 0..<36, [0..<1, 1..<6, 0..<6])
    func `in whatever step of a save in slices identities are obtained, no link is lost`(
        step: Int, asked: Range<Int>
    ) throws {
        let made = makeStaff(in: child)
        let save = SlicedSaving(child)
        for _ in 0..<step where !save.isOver { save.next() }
        let identities = try obtain(made[asked])
        try save.finish()
        try expect(made, asked, identities)
    }

    @Test func `what an object was in the midst of a save is renamed with it`() throws {
        let made = makeStaff(in: child)
        let save = SlicedSaving(child)
        while child.core.saving?.stage != .validating { save.next() }
        // These are taken as they are now.
        for person in made.dropFirst() { person.setValue(7, forKey: "age") }
        let identities = try obtain(made)
        for person in made.dropFirst() { person.setValue(0, forKey: "age") }
        try save.finish()
        try expect(made, 0..<6, identities)
    }

    @Test func `an object of which somebody hears twice gets one identity`() throws {
        let anna = company.make("Department", "Anna", in: child)
        let identities = try obtain([anna, anna])
        #expect(identities[0] == identities[1])
        #expect(child.object(with: identities[0]) === anna)
    }

    @Test func `what is on its way to the parent comes under the identity that was obtained`() throws {
        let made = makeStaff(in: child)
        let source = child.core.source
        let changes = try CapturingSource.changes(of: child)
        child.core.source = source
        parent.core.childLinks.saves.add(TakenMerge(changes, from: child.core))
        let identities = try obtain(made.prefix(3))
        #expect(parent.performAndWait { parent.registeredObjects.isEmpty })
        // More identities than are remembered unless they are in use.
        for number in 0..<300 {
            let other = company.make("Project", "\(number)", in: child)
            _ = other.objectID
            try child.obtainPermanentIDs(for: [other])
            child.delete(other)
        }
        parent.performAndWait {
            parent.core.childLinks.saves.beginNext(in: parent.core)
            while parent.core.merging != nil { parent.core.merging?.slice(.objects(1)) }
        }
        try expect(made, 0..<3, identities)
    }

    @Test func `what is asked for by who reads in the midst of its own save being taken over is that of the parent`()
        throws
    {
        let made = makeStaff(in: child)
        let source = child.core.source
        let changes = try CapturingSource.changes(of: child)
        child.core.source = source
        parent.core.childLinks.saves.add(TakenMerge(changes, from: child.core))
        parent.performAndWait {
            parent.core.childLinks.saves.beginNext(in: parent.core)
            parent.core.merging?.slice(.objects(2))
        }
        try expect(made, 0..<6, try obtain(made))
    }

    @Test func `identities that were obtained in the midst of a save stay though that fails`() throws {
        let context = company.context()
        let made = makeStaff(in: context)
        let save = SlicedSaving(context)
        while context.core.saving?.stage != .capturing { save.next() }
        try context.obtainPermanentIDs(for: made)
        let identities = made.map(\.objectID)
        held.faults.fail(at: 1, of: [.sync], isLasting: true)
        #expect(throws: (any Error).self) { try save.finish() }
        held.faults.stopFailing()
        #expect(made.map(\.objectID) == identities && context.insertedObjects == Set(made))
        try context.save()
        for (identity, name) in zip(identities, Self.names) { #expect(try company.read(identity, \.title) == name) }
    }

    @Test func `an object that the parent saves before its save in slices has ended is not here twice`() throws {
        let made = makeStaff(in: child)
        let save = SlicedSaving(child)
        while child.core.saving?.stage != .landing { save.next() }
        try parent.performAndWait { try parent.save() }
        #expect(try Set(child.fetch(Self.people)) == Set(made.dropFirst()))
        try save.finish()
        #expect(made.allSatisfy { !$0.objectID.isTemporaryID })
        try expect(made, 0..<6, made.map(\.objectID))
    }

    // MARK: Merging meanwhile

    @Test func `a link that waits for its end is made though the former end has another identity`() throws {
        let context = company.context()
        let made = makeStaff(in: context)
        made[1]["boss"] = made[2]
        let grandchild = context.child()
        let boss = company.make("Person", "Fritz", in: grandchild)
        boss["department"] = grandchild.object(with: made[0].objectID)
        grandchild.object(with: made[1].objectID)["boss"] = boss
        let slices = try Slices(savingOf: grandchild)
        // It comes before its new boss.
        slices.queue.reach(made[1].key)
        try context.obtainPermanentIDs(for: made)
        while !slices.areOver { slices.next() }
        #expect(made[1]["boss"]?.title == "Fritz")
        try context.save()
        #expect(try company.read(made[1].objectID) { $0["boss"]?.title } == "Fritz")
    }

    @Test func `an object that has got another identity in the midst of a merge is merged before it is reached`() throws
    {
        let context = company.context()
        let made = makeStaff(in: context)
        let grandchild = context.child()
        for object in made { grandchild.object(with: object.objectID).rename(object.title + " again") }
        let slices = try Slices(savingOf: grandchild)
        try context.obtainPermanentIDs(for: made)
        for object in made { #expect(try context.existingObject(with: object.objectID).title.hasSuffix(" again")) }
        while !slices.areOver { slices.next() }
    }

    @Test func `what others have saved is merged into an object that has got another identity meanwhile`() throws {
        let made = makeStaff(in: child)
        try child.save()
        let saved = parent.performAndWait { () -> SavedIdentities in
            var saved = SavedIdentities()
            saved.updated = parent.insertedObjects.map(\.objectID)
            for object in parent.insertedObjects { object.rename(object.title + " again") }
            return saved
        }
        let queue = MergeQueue(child.core)
        child.core.merging = queue
        queue.add(SavedMerge(saved))
        _ = try obtain(made)
        #expect(try child.existingObject(with: made[2].objectID).title == "Bert again")
        while child.core.merging != nil { queue.slice(.objects(1)) }
        #expect(made.map(\.title) == Self.names.map { $0 + " again" })
    }
}
