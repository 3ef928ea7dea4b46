import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// What objects are called, before they are saved and after.
@Suite struct IdentityContextTests {
    @Test func `a save into a store gives a permanent identity, and the temporary one still leads to the object`()
        throws
    {
        let company = Company()
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        let temporary = anna.objectID
        #expect(temporary.isTemporaryID && temporary.persistentStore == nil)
        try context.save()
        let permanent = anna.objectID
        #expect(!permanent.isTemporaryID && permanent.persistentStore === company.coordinator.persistentStores[0])
        #expect(context.object(with: temporary) === anna && context.registeredObject(for: temporary) === anna)
        #expect(context.registeredObject(for: permanent) === anna)
        anna.rename("Anne")
        try context.save()
        #expect(anna.objectID == permanent)
    }

    @Test func `a child's save keeps the temporary identity, in the child and in the parent`() throws {
        let company = Company()
        let parent = company.context()
        let child = parent.child()
        let anna = company.make("Person", "Anna", in: child)
        let temporary = anna.objectID
        try child.save()
        #expect(anna.objectID == temporary && parent.insertedObjects.map(\.objectID) == [temporary])
        try parent.save()
        #expect(anna.objectID == temporary)
        #expect(parent.registeredObject(for: temporary)?.objectID.isTemporaryID != true)
        // What the child knows the object by leads to it for ever.
        anna.rename("Anne")
        try child.save()
        try parent.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        let reader = company.context()
        #expect(try reader.fetch(request).map(\.title) == ["Anne"])
    }

    @Test func `identities are obtained before the save, and stay`() throws {
        let company = Company()
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        try context.obtainPermanentIDs(for: [anna])
        let permanent = anna.objectID
        #expect(!permanent.isTemporaryID && anna.isInserted && context.insertedObjects == [anna])
        #expect(company.coordinator.managedObjectID(forURIRepresentation: permanent.uriRepresentation()) == permanent)
        let other = company.context()
        #expect(failure { _ = try other.existingObject(with: permanent) }?.code == 133_000)
        try context.obtainPermanentIDs(for: [anna])
        try context.save()
        #expect(anna.objectID == permanent)
        #expect(try other.existingObject(with: permanent).title == "Anna")
        let stranger = company.make("Person", "Bert", in: other)
        #expect(throws: CocoaError.self) { try context.obtainPermanentIDs(for: [stranger]) }
        #expect(stranger.objectID.isTemporaryID)
    }

    @Test func `an identity that a child has obtained is the parent's object's too`() throws {
        let company = Company()
        let parent = company.context()
        let child = parent.child()
        let anna = company.make("Person", "Anna", in: child)
        try child.obtainPermanentIDs(for: [anna])
        let permanent = anna.objectID
        try child.save()
        #expect(parent.registeredObject(for: permanent)?.title == "Anna")
        try parent.save()
        #expect(anna.objectID == permanent)
        #expect(try company.read(permanent) { $0.title } == "Anna")
    }

    @Test func `a save that the store refuses gives the temporary identity back`() throws {
        let company = Company(unique: ["Project": [["name"]]])
        let context = company.context()
        company.make("Project", "X", in: context)
        try context.save()
        let second = company.make("Project", "X", in: context)
        let temporary = second.objectID
        #expect(failure { try context.save() }?.code == 133_021)
        #expect(second.objectID == temporary && context.insertedObjects == [second])
        #expect(context.registeredObject(for: temporary) === second)
        second.rename("Y")
        try context.save()
        #expect(!second.objectID.isTemporaryID && !context.hasChanges)
    }
}
