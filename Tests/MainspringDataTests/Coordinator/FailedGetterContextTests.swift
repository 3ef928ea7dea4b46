import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Getters that fetch, and whose fetch fails.
@Suite struct FailedGetterContextTests {
    /// Why the fetch of a fetched property fails.
    enum Failure: String, CaseIterable, Codable {
        case storeFails, unknownKey, unknownEntity, wrongVariable

        /// What the sentence says of it.
        var reason: String {
            switch self {
            case .storeFails: "The service is down."
            case .unknownKey: "nothing"
            case .unknownEntity: "Nobody"
            case .wrongVariable: "OTHER"
            }
        }
    }

    /// A store whose service may be down.
    private final class DownStore: TableStore {
        override class var kind: NSPersistentStore.StoreType { .init(rawValue: "Down") }
    }

    private static func company(_ failure: Failure) -> Company {
        Company { model, entities in
            let property = NSFetchedPropertyDescription()
            property.name = "found"
            let request = NSFetchRequest<any NSFetchRequestResult>(
                entityName: failure == .unknownEntity ? "Nobody" : "Project")
            switch failure {
            case .unknownKey: request.predicate = NSPredicate(format: "nothing == 1")
            case .wrongVariable: request.predicate = NSPredicate(format: "name == $OTHER")
            default: request.predicate = NSPredicate(format: "name == $FETCH_SOURCE.name")
            }
            property.fetchRequest = request
            entities["Person"]!.properties.append(property)
        }
    }

    /// Reads the property, with a fetch that fails, by each of the ways there are.
    private static func read(_ failure: Failure) throws {
        let company = company(failure)
        let context = company.context()
        var store: DownStore?
        if failure == .storeFails {
            NSPersistentStoreCoordinator.registerStoreClass(DownStore.self, type: DownStore.kind)
            try company.coordinator.remove(company.coordinator.persistentStores[0])
            let url = URL(string: "table://here")!
            store = try company.coordinator.addPersistentStore(type: DownStore.kind, at: url) as? DownStore
        }
        let anna = company.make("Person", "Anna", in: context)
        company.make("Project", "Anna", in: context)
        if failure == .storeFails {
            store?.failure = NSError(
                domain: "Service", code: 1, userInfo: [NSLocalizedDescriptionKey: "The service is down."])
        }
        func count(_ value: Any?) -> Int? { (value as? [Any])?.count }
        precondition(count(anna.value(forKey: "found")) == 0)
        precondition(count(anna.value(forKeyPath: "found")) == 0)
        precondition(count(anna.dictionaryWithValues(forKeys: ["found"])["found"]) == 0)
        precondition(anna.title == "Anna" && !anna.isFault)
        if failure == .storeFails {
            store?.failure = nil
            precondition(count(anna.value(forKey: "found")) == 1)
        }
    }

    @Test(arguments: Failure.allCases)
    func `a fetched property whose fetch fails is empty, and the log says why`(_ failure: Failure) async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [failure] in
            try Self.read(failure)
        }
        let log = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(log.contains("“found” of ") && log.contains(" cannot be fetched, and is empty: "))
        #expect(log.contains(failure.reason))
        #expect(log.components(separatedBy: "cannot be fetched").count == 2)
    }

    @Test func `objects of a list in batches that cannot be read are faults, each of which says so`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let library = try Library(
                (1...30).map { "INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZNUMBER) VALUES (\($0), 1, 1, \($0));" }
                    .joined())
            let context = library.context()
            let request = library.request("Author")
            request.fetchBatchSize = 10
            let list = try context.fetchBatches(request)
            try library.write("ALTER TABLE ZAUTHOR RENAME TO ZLOST")
            let author = list[15]
            precondition(list.count == 30 && author.objectID == list.identity(at: 15))
            precondition(author.value(forKey: "number") == nil)
            try library.write("ALTER TABLE ZLOST RENAME TO ZAUTHOR")
            context.refresh(author, mergeChanges: false)
            precondition(author.value(forKey: "number") as? Int == 16)
        }
        let log = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(log.contains("The objects 10 to 19 of a list that was fetched in batches cannot be read"))
    }
}
