import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Requests whose results are no objects, in a context with changes.
@Suite struct FetchContextTests {
    @Test func `dictionaries and their number are of what is saved, objects and theirs of what is here`() throws {
        let company = Company()
        let context = company.context()
        for (name, age) in [("Anna", 30), ("Bert", 40), ("Cleo", 40)] {
            company.make("Person", name, in: context).setValue(age, forKey: "age")
        }
        try context.save()
        company.make("Person", "Dora", in: context).setValue(50, forKey: "age")

        let request = NSFetchRequest<NSDictionary>(entityName: "Person")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["age"]
        request.returnsDistinctResults = true
        request.predicate = NSPredicate(format: "age > 20")
        request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: false)]
        #expect(try context.fetch(request).map { $0["age"] as? Int } == [40, 30])
        #expect(try context.count(for: request) == 2)
        #expect(try context.child().fetch(request).count == 2)

        let identities = NSFetchRequest<NSManagedObjectID>(entityName: "Person")
        identities.resultType = .managedObjectIDResultType
        identities.predicate = NSPredicate(format: "age >= 40")
        #expect(try context.fetch(identities).count == 3)
        #expect(try context.count(for: identities) == 3)
    }
}
