import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Requests and results beside `NSFetchRequest`, as far as they need no context.
@Suite struct RequestClassTests {
    let zoo = Zoo()

    /// Answers as a context will.
    private final class Answers: NSManagedObjectContext, @unchecked Sendable, FetchExecutor {
        var results: [Any] = []
        var failure: (any Error)?
        private(set) var asked: [String] = []

        func results(of request: FetchRequestDescription) throws -> [Any] {
            asked.append("results of \(request)")
            if let failure { throw failure }
            return results
        }

        func count(of request: FetchRequestDescription) throws -> Int {
            asked.append("count of \(request)")
            return results.count
        }
    }

    @Test func `a batch insert says what it was made with, and its copy may be changed`() throws {
        let request = NSBatchInsertRequest(entityName: "Animal", objects: [["legs": 2]])
        #expect(request.requestType == .batchInsertRequestType && request.resultType == .statusOnly)
        #expect(request.entityName == "Animal" && request.entity == nil && request.objectsToInsert?.count == 1)
        let copy = try #require(request.copy() as? NSBatchInsertRequest)
        copy.resultType = .objectIDs
        copy.objectsToInsert = nil
        #expect(request.resultType == .statusOnly && request.objectsToInsert != nil)
        let byEntity = NSBatchInsertRequest(entity: zoo.animal) { (_: NSMutableDictionary) in true }
        #expect(byEntity.entity === zoo.animal && byEntity.entityName == "Animal" && byEntity.dictionaryHandler != nil)
        #expect(byEntity.managedObjectHandler == nil && byEntity.objectsToInsert == nil)
        let byObject = NSBatchInsertRequest(entityName: "Animal", managedObjectHandler: { _ in true })
        #expect(byObject.managedObjectHandler != nil && byObject.dictionaryHandler == nil)
    }

    @Test func `a batch update changes all objects, those of subentities too, unless it is told otherwise`() throws {
        let request = NSBatchUpdateRequest(entity: zoo.animal)
        #expect(request.requestType == .batchUpdateRequestType && request.resultType == .statusOnlyResultType)
        #expect(request.includesSubentities && request.predicate == nil && request.propertiesToUpdate == nil)
        request.propertiesToUpdate = ["legs": 3]
        request.predicate = MainspringFoundation.NSPredicate(format: "legs == 2")
        let copy = try #require(request.copy() as? NSBatchUpdateRequest)
        copy.includesSubentities = false
        #expect(request.includesSubentities && copy.entity === zoo.animal)
        #expect(copy.propertiesToUpdate?["legs"] as? Int == 3 && copy.predicate?.predicateFormat == "legs == 2")
    }

    @Test func `a batch delete keeps a copy of its fetch request`() throws {
        let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Animal")
        let request = NSBatchDeleteRequest(fetchRequest: fetch)
        fetch.fetchLimit = 3
        #expect(request.fetchRequest.fetchLimit == 0 && request.fetchRequest.entityName == "Animal")
        #expect(request.requestType == .batchDeleteRequestType && request.resultType == .resultTypeStatusOnly)
        request.fetchRequest.fetchLimit = 3
        #expect(request.fetchRequest.fetchLimit == 0)
    }

    @Test func `a batch delete of identities asks for objects of their common entity`() throws {
        let atlas = FetchAtlas()
        let rows = atlas.rows(as: FetchRow.self)
        let request = NSBatchDeleteRequest(objectIDs: [rows["Bern"].objectID, rows["Ulm"].objectID])
        #expect(request.fetchRequest.entity === atlas.city)
        let evaluation = try FetchEvaluation<FetchRow>(request.fetchRequest.requestDescription, entity: atlas.city)
        #expect(try Set(evaluation.objects(of: rows.all)) == [rows["Bern"], rows["Ulm"]])
        #expect(NSBatchDeleteRequest(objectIDs: []).fetchRequest.entity == nil)
    }

    @Test func `identities without a common entity end the program`() async {
        await #expect(processExitsWith: .failure) {
            let atlas = FetchAtlas()
            let rows = atlas.rows(as: FetchRow.self)
            _ = NSBatchDeleteRequest(objectIDs: [rows["Bern"].objectID, rows.countries[0].objectID])
        }
    }

    @Test func `a save request has the objects that it was made with`() {
        let animal = zoo.makeAnimal()
        let request = NSSaveChangesRequest(inserted: [animal], updated: nil, deleted: [], locked: nil)
        #expect(request.requestType == .saveRequestType && request.insertedObjects == [animal])
        #expect(request.updatedObjects == nil && request.deletedObjects == [] && request.lockedObjects == nil)
    }

    @Test func `an asynchronous request carries a fetch request and what is called at the end`() throws {
        let fetch = NSFetchRequest<Animal>(entityName: "Animal")
        let request = NSAsynchronousFetchRequest(fetchRequest: fetch) { _ in }
        request.estimatedResultCount = 7
        #expect(request.fetchRequest === fetch && request.requestType == .fetchRequestType)
        let copy = try #require(request.copy() as? NSAsynchronousFetchRequest<Animal>)
        #expect(copy.fetchRequest !== fetch && copy.estimatedResultCount == 7 && copy.completionBlock != nil)
        let result = NSAsynchronousFetchResult(request, context: NSManagedObjectContext(confined: ()))
        #expect(result.finalResult == nil && result.operationError == nil && result.progress?.totalUnitCount == 7)
        #expect(result.fetchRequest === request && !result.isCanceled)
        result.cancel()
        #expect(result.isCanceled)
    }

    @Test func `stores are those of the request without a type`() throws {
        let store = NSPersistentStore(
            persistentStoreCoordinator: nil, configurationName: nil, at: URL(fileURLWithPath: "/dev/null"))
        let request = NSFetchRequest<Animal>(entityName: "Animal")
        #expect(request.affectedStores == nil)
        request.affectedStores = [store]
        #expect(request.requestDescription.affectedStores?.first === store)
        #expect((request.copy() as? NSFetchRequest<Animal>)?.affectedStores == [store])
        #expect(NSAsynchronousFetchRequest(fetchRequest: request).affectedStores == [store])
    }

    @Test func `without a context a request is not executed`() {
        let request = NSFetchRequest<Animal>(entityName: "Animal")
        let error = #expect(throws: FetchRequestError.self) { try request.execute() }
        #expect(error?.kind == .noContext && error?.description.contains("fetch Animal") ?? false)
    }

    @Test func `an expression fetches, or counts, in the context that it is given`() throws {
        let context = Answers(confined: ())
        context.results = [zoo.makeAnimal(), zoo.makeAnimal()]
        let request = NSFetchRequest<Animal>(entityName: "Animal")
        func expression(isCountOnly: Bool, context: Any?) -> MainspringFoundation.NSExpression {
            NSFetchRequestExpression.expression(
                forFetch: MainspringFoundation.NSExpression(forConstantValue: request),
                context: MainspringFoundation.NSExpression(forConstantValue: context), countOnly: isCountOnly)
        }
        let fetching = try #require(expression(isCountOnly: false, context: context) as? NSFetchRequestExpression)
        #expect(fetching.expressionType == NSFetchRequestExpressionType && fetching.expressionType.rawValue == 50)
        #expect(!fetching.isCountOnlyRequest && fetching.requestExpression.constantValue as AnyObject === request)
        #expect((fetching.expressionValue(with: nil, context: nil) as? [Animal])?.count == 2)
        let counting = expression(isCountOnly: true, context: context)
        #expect(counting.expressionValue(with: nil, context: nil) as? Int == 2)
        #expect(context.asked == ["results of fetch Animal", "count of fetch Animal"])
        let predicate = NSComparisonPredicate(
            leftExpression: counting, rightExpression: MainspringFoundation.NSExpression(forConstantValue: 2),
            modifier: .direct, type: .equalTo)
        #expect(predicate.evaluate(with: nil))
        #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing {
                expression(isCountOnly: true, context: "nobody").expressionValue(with: nil, context: nil)
            }
        }
        context.failure = CocoaError(.fileNoSuchFile)
        #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing { fetching.expressionValue(with: nil, context: nil) }
        }
    }
}
