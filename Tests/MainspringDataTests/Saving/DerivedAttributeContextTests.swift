import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Attributes that are computed when an object is saved.
@Suite struct DerivedAttributeContextTests {
    private static func derived(_ name: String, _ type: NSAttributeType, _ format: String)
        -> NSDerivedAttributeDescription
    {
        let attribute = NSDerivedAttributeDescription()
        (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
        attribute.derivationExpression = NSExpression(format: format)
        return attribute
    }

    private static func company(_ wrong: String? = nil) -> Company {
        Company { _, entities in
            entities["Department"]!.properties += [
                derived("size", .integer32AttributeType, "people.@count"),
                derived("years", .integer64AttributeType, "people.@sum.age"),
            ]
            entities["Person"]!.properties += [
                derived("plain", .stringAttributeType, "canonical:(name)"),
                derived("loud", .stringAttributeType, "uppercase:(name)"),
                derived("quiet", .stringAttributeType, "lowercase:(name)"),
                derived("alias", .stringAttributeType, "name"),
                derived("place", .stringAttributeType, "department.name"),
                derived("changed", .dateAttributeType, wrong ?? "now()"),
            ]
        }
    }

    private let company = Self.company()

    @Test func `values come with the save, by key path, function, operator and time`() throws {
        let context = company.context()
        let department = company.make("Department", "Sales", in: context)
        let anna = company.make("Person", "Ánna", in: context)
        anna["department"] = department
        anna.setValue(30, forKey: "age")
        #expect(anna.value(forKey: "loud") == nil && department.value(forKey: "size") == nil)
        let start = Date()
        try context.save()
        #expect(!context.hasChanges)
        try company.read(anna.objectID) { copy in
            for object in [anna, copy] {
                let texts = ["plain", "loud", "quiet", "alias", "place"].map { object.value(forKey: $0) as? String }
                #expect(texts == ["anna", "ÁNNA", "ánna", "Ánna", "Sales"])
                #expect((object.value(forKey: "changed") as? Date).map { $0 >= start && $0 <= Date() } == true)
                let place = object["department"]
                #expect(place?.value(forKey: "size") as? Int == 1 && place?.value(forKey: "years") as? Int == 30)
            }
        }
    }

    @Test func `a change of one object changes what is derived from it in others, and saves them too`() throws {
        let context = company.context()
        let (sales, care) = (
            company.make("Department", "Sales", in: context), company.make("Department", "Care", in: context)
        )
        let (anna, bert) = (company.make("Manager", "Anna", in: context), company.make("Person", "Bert", in: context))
        for person in [anna, bert] {
            person["department"] = sales
            person.setValue(30, forKey: "age")
        }
        try context.save()
        let time = bert.value(forKey: "changed") as? Date
        // Its department is not changed by that.
        anna.setValue(40, forKey: "age")
        nonisolated(unsafe) var saved: Set<NSManagedObject> = []
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { saved = $0.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> ?? [] }
        try context.save()
        NotificationCenter.default.removeObserver(token)
        #expect(saved == [anna, sales])
        #expect(sales.value(forKey: "years") as? Int == 70 && bert.value(forKey: "changed") as? Date == time)
        #expect(try company.read(sales.objectID) { $0.value(forKey: "years") as? Int } == 70)
        anna["department"] = care
        sales.setValue("Sale", forKey: "name")
        try context.save()
        #expect([sales, care].map { $0.value(forKey: "size") as? Int } == [1, 1])
        #expect([anna, bert].map { $0.value(forKey: "place") as? String } == ["Care", "Sale"])
        context.delete(bert)
        try context.save()
        #expect(sales.value(forKey: "size") as? Int == 0 && sales.value(forKey: "years") as? Int == 0)
    }

    @Test func `a save into a parent computes nothing, the parent's does`() throws {
        let parent = company.context()
        let child = parent.child()
        let anna = company.make("Person", "Anna", in: child)
        try child.save()
        #expect(anna.value(forKey: "loud") == nil)
        try parent.save()
        #expect(parent.object(with: anna.objectID).value(forKey: "loud") as? String == "ANNA")
    }

    @Test func `what the program sets is computed over, and is no change that stays`() throws {
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        anna.setValue("quiet", forKey: "loud")
        try context.save()
        #expect(anna.value(forKey: "loud") as? String == "ANNA" && !context.hasChanges)
        #expect(try company.read(anna.objectID) { $0.value(forKey: "loud") as? String } == "ANNA")
    }

    @Test func `a list in the order of a derived attribute follows the save`() throws {
        let context = company.context()
        let (anna, bert) = (company.make("Person", "Anna", in: context), company.make("Person", "Bert", in: context))
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "loud", ascending: true)]
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        let delegate = EveryCall()
        list.delegate = delegate
        try list.performFetch()
        anna.setValue("Zoe", forKey: "name")
        try context.save()
        context.processPendingChanges()
        #expect(list.fetchedObjects == [bert, anna])
    }

    private final class EveryCall: NSObject, NSFetchedResultsControllerDelegate {}

    @Test func `an expression that cannot be computed refuses the save with a sentence`() throws {
        let company = Self.company("uppercase:(nothing)")
        let context = company.context()
        company.make("Person", "Anna", in: context)
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(
            error?.localizedDescription.contains("The derived attribute “changed” of “Person” cannot be computed")
                == true)
        #expect(context.hasChanges)
    }

    @Test func `a child has what its parent's save computes when it reads anew, or merges that`() throws {
        let parent = company.context()
        let (child, merging) = (parent.child(), parent.child())
        let (anna, sales) = (company.make("Person", "Anna", in: child), company.make("Department", "Sales", in: child))
        anna["department"] = sales
        try child.save()
        let (copy, department) = (merging.object(with: anna.objectID), merging.object(with: sales.objectID))
        #expect(copy.title == "Anna" && department.title == "Sales")
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: parent, queue: nil
        ) { merging.mergeChanges(fromContextDidSave: $0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        try parent.save()
        #expect(anna.value(forKey: "loud") == nil && sales.value(forKey: "size") == nil)
        for object in [anna, sales] { child.refresh(object, mergeChanges: true) }
        #expect(anna.value(forKey: "loud") as? String == "ANNA" && sales.value(forKey: "size") as? Int == 1)
        #expect(copy.value(forKey: "loud") as? String == "ANNA" && department.value(forKey: "size") as? Int == 1)
        #expect(!child.hasChanges && !merging.hasChanges)
        anna.rename("Anne")
        #expect(anna.changedNames == ["name"])
    }

    @Test func `a child that merges by itself has what its parent's save computes`() throws {
        let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        parent.persistentStoreCoordinator = company.coordinator
        child.parent = parent
        child.automaticallyMergesChangesFromParent = true
        let (anna, sales) = try child.performAndWait {
            let (anna, sales) = (
                company.make("Person", "Anna", in: child), company.make("Department", "Sales", in: child)
            )
            anna["department"] = sales
            try child.save()
            return (anna, sales)
        }
        try parent.performAndWait { try parent.save() }
        child.performAndWait {
            #expect(anna.value(forKey: "loud") as? String == "ANNA" && sales.value(forKey: "size") as? Int == 1)
            #expect(!child.hasChanges)
        }
    }
}
