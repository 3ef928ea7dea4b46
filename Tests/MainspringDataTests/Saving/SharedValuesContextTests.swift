import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Values that a save has handed over, and that the object has in common with the row.
@Suite struct SharedValuesContextTests {
    private let company = Company()

    @Test func `what a child changes after its save is its own, and so is what its parent changes`() throws {
        let parent = company.context()
        let anna = company.make("Person", "Anna", in: parent)
        try parent.save()
        let child = NSManagedObjectContext(confined: ())
        child.parent = parent
        let hers = child.object(with: anna.objectID)
        hers.age = 1
        let new = company.make("Person", "Bert", in: child)
        try child.save()
        hers.age = 2
        new.age = 3
        #expect(anna.age == 1)
        let bert = parent.object(with: new.objectID)
        #expect(bert.age != 3)
        anna.age = 4
        bert.age = 5
        #expect(hers.age == 2)
        #expect(new.age == 3)
        try parent.save()
        #expect(try company.read(anna.objectID) { $0.age } == 4)
        #expect(try company.read(bert.objectID) { $0.age } == 5)
    }

    @Test func `a save that fails leaves values that can be changed, saved and rolled back`() throws {
        let (context, other) = (company.context(), company.context())
        context.mergePolicy = NSMergePolicy.error
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        other.object(with: anna.objectID).age = 1
        try other.save()
        anna.age = 2
        let bert = company.make("Person", "Bert", in: context)
        bert.age = 6
        #expect(throws: (any Error).self) { try context.save() }
        #expect(anna.changedValues()["age"] as? Int == 2)
        anna.age = 3
        bert.age = 7
        #expect(anna.changedValues()["age"] as? Int == 3)
        context.mergePolicy = NSMergePolicy.overwrite
        try context.save()
        #expect(try company.read(anna.objectID) { $0.age } == 3)
        #expect(try company.read(bert.objectID) { $0.age } == 7)
        anna.age = 9
        context.rollback()
        #expect(anna.age == 3)
    }

    @Test func `what is changed after a save is compared with what was saved`() throws {
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        for age in 1...3 {
            anna.age = age
            try context.save()
            #expect(!anna.hasChanges)
            #expect(anna.committedValues(forKeys: ["age"])["age"] as? Int == age)
            anna.age = 10
            #expect(anna.committedValues(forKeys: ["age"])["age"] as? Int == age)
            #expect(anna.hasPersistentChangedValues)
        }
    }
}
