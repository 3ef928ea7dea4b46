import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// One object for each identity, as long as somebody needs it.
@Suite struct UniquingContextTests {
    private let company = Company()
    private let context: NSManagedObjectContext
    private let request = NSFetchRequest<NSManagedObject>(entityName: "Person")

    init() { context = company.context() }

    @Test func `whoever asks gets the same object, and another one in another context`() throws {
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        #expect(try context.fetch(request).first === anna)
        #expect(try context.existingObject(with: anna.objectID) === anna)
        #expect(context.object(with: anna.objectID) === anna)
        let other = company.context()
        let copy = try #require(try other.fetch(request).first)
        #expect(copy !== anna && copy.objectID == anna.objectID)
    }

    @Test func `a fetch changes neither values that were read nor unsaved ones, unless it is to refresh`() throws {
        let (anna, bert) = (company.make("Person", "Anna", in: context), company.make("Person", "Bert", in: context))
        try context.save()
        let other = company.context()
        for object in [anna, bert] { other.object(with: object.objectID).age = 50 }
        other.object(with: bert.objectID).rename("Berta")
        try other.save()
        bert.rename("Bertram")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        #expect(try context.fetch(request).map(\.age) == [0, 0])
        request.shouldRefreshRefetchedObjects = true
        #expect(try context.fetch(request).map(\.age) == [50, 50])
        #expect(bert.title == "Bertram" && bert.changedNames == ["name"])
    }

    @Test func `an object without changes lives as long as somebody holds it, one with changes until they are saved`()
        throws
    {
        func identity(_ body: (NSManagedObject) -> Void) throws -> NSManagedObjectID {
            let object = company.make("Person", "Anna", in: context)
            try context.save()
            body(object)
            return object.objectID
        }
        let plain = try identity { _ in }
        #expect(context.registeredObject(for: plain) == nil)
        let changed = try identity { $0.age = 7 }
        #expect(context.registeredObject(for: changed)?.age == 7)
        let deleted = try identity { context.delete($0) }
        #expect(context.registeredObject(for: deleted)?.isDeleted == true)
        try context.save()
        #expect(context.registeredObject(for: changed) == nil && context.registeredObject(for: deleted) == nil)
        context.object(with: plain).age = 1
        context.rollback()
        #expect(context.registeredObject(for: plain) == nil && context.registeredObjects.isEmpty)
        context.object(with: plain).age = 1
        context.reset()
        #expect(context.registeredObject(for: plain) == nil && !context.hasChanges)
    }

    @Test func `a context that retains its objects has them until it is reset`() throws {
        context.retainsRegisteredObjects = true
        company.make("Person", "Anna", in: context)
        try context.save()
        context.reset()
        _ = try context.fetch(request)
        let identity = try #require(context.registeredObjects.first?.objectID)
        #expect(context.registeredObject(for: identity)?.title == "Anna")
        context.reset()
        #expect(context.registeredObjects.isEmpty)
    }

    @Test func `an object does not keep its context`() {
        var own: NSManagedObjectContext? = company.context()
        let anna = company.make("Person", "Anna", in: own!)
        #expect(anna.managedObjectContext === own)
        own = nil
        #expect(anna.managedObjectContext == nil && !anna.hasChanges)
    }
}
