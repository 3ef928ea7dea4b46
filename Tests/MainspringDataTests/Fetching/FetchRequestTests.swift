import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Requests with a type.
@Suite struct FetchRequestTests {
    @Test func `a new request asks for all objects, with Apple's defaults`() {
        let request = NSFetchRequest<Animal>(entityName: "Animal")
        #expect(request.entityName == "Animal" && request.entity == nil && request.predicate == nil)
        #expect(request.includesSubentities && request.includesPendingChanges && request.includesPropertyValues)
        #expect(request.returnsObjectsAsFaults && !request.returnsDistinctResults)
        #expect(!request.shouldRefreshRefetchedObjects && request.sortDescriptors == nil)
        #expect(request.fetchLimit == 0 && request.fetchOffset == 0 && request.fetchBatchSize == 0)
        #expect(request.resultType == .managedObjectResultType && request.requestType == .fetchRequestType)
    }

    @Test func `what is set stands in the request without a type, and a copy is another one`() throws {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Animal")
        request.predicate = MainspringFoundation.NSPredicate(format: "legs > 2")
        request.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: "name", ascending: false)]
        (request.fetchLimit, request.fetchOffset, request.fetchBatchSize) = (1, 2, 3)
        request.resultType = .dictionaryResultType
        (request.includesSubentities, request.includesPendingChanges) = (false, false)
        (request.includesPropertyValues, request.returnsObjectsAsFaults) = (false, false)
        (request.returnsDistinctResults, request.shouldRefreshRefetchedObjects) = (true, true)
        (request.propertiesToFetch, request.propertiesToGroupBy) = (["name"], ["legs"])
        request.havingPredicate = MainspringFoundation.NSPredicate(format: "legs < 9")
        request.relationshipKeyPathsForPrefetching = ["keeper"]
        let copy = try #require(request.copy() as? NSFetchRequest<any NSFetchRequestResult>)
        request.fetchLimit = 9
        for description in [copy.requestDescription] {
            #expect(description.predicate?.predicateFormat == "legs > 2")
            #expect(description.sortDescriptors?.first?.key == "name")
            #expect(description.fetchLimit == 1 && description.fetchOffset == 2 && description.fetchBatchSize == 3)
            #expect(description.resultType == .dictionaryResultType && !description.includesSubentities)
            #expect(!description.includesPendingChanges && !description.includesPropertyValues)
            #expect(!description.returnsObjectsAsFaults && description.returnsDistinctResults)
            #expect(description.shouldRefreshRefetchedObjects && description.propertiesToFetch as? [String] == ["name"])
            #expect(description.propertiesToGroupBy as? [String] == ["legs"])
            #expect(description.havingPredicate?.predicateFormat == "legs < 9")
            #expect(description.relationshipKeyPathsForPrefetching == ["keeper"])
        }
    }

    @Test func `a model's template is asked for with values for its variables`() throws {
        let zoo = Zoo()
        let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "Animal")
        template.predicate = MainspringFoundation.NSPredicate(format: "name == $NAME")
        zoo.model.setFetchRequestTemplate(template, forName: "byName")
        #expect(zoo.model.fetchRequestTemplate(forName: "byName")?.entityName == "Animal")
        #expect(zoo.model.fetchRequestTemplate(forName: "other") == nil)
        #expect(Array(zoo.model.fetchRequestTemplatesByName.keys) == ["byName"])
        let request = try #require(
            zoo.model.fetchRequestFromTemplate(withName: "byName", substitutionVariables: ["NAME": "Ann"]))
        #expect(request.predicate?.predicateFormat == "name == \"Ann\"")
        #expect(template.predicate?.predicateFormat == "name == $NAME")
    }
}
