import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Identities by their URIs.
@Suite struct IdentityURIContextTests {
    private let company = Company()

    @Test func `the URI of a saved object leads to it, there or not`() throws {
        let context = company.context()
        let boss = company.make("Manager", "Boss", in: context)
        try context.save()
        let uri = boss.objectID.uriRepresentation()
        let store = company.coordinator.persistentStores[0]
        #expect(uri.absoluteString == "x-coredata://\(store.identifier!)/Manager/p\(boss.objectID.key.key)")
        #expect(company.coordinator.managedObjectID(forURIRepresentation: uri) == boss.objectID)
        let missing = company.coordinator.managedObjectID(for: "x-coredata://\(store.identifier!)/Person/p999")
        #expect(missing?.isTemporaryID == false && missing?.persistentStore === store)
        // Keys count for the root entity, so that the entity that it inherits from leads to the same.
        let asPerson = company.coordinator.managedObjectID(
            for: uri.absoluteString.replacingOccurrences(of: "Manager", with: "Person"))
        #expect(asPerson == boss.objectID && asPerson?.entity.name == "Manager")
    }

    @Test func `a temporary identity's URI leads to it in this process`() {
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        let uri = anna.objectID.uriRepresentation()
        #expect(uri.absoluteString.hasPrefix("x-coredata:///Person/t"))
        #expect(company.coordinator.managedObjectID(forURIRepresentation: uri) == anna.objectID)
        #expect(company.coordinator.managedObjectID(for: "x-coredata:///Person/t\(UUID().uuidString)-1") == nil)
    }

    @Test func `what is no identity of the coordinator's is nil`() {
        let identifier = company.coordinator.persistentStores[0].identifier!
        let texts = [
            "x-coredata://\(UUID().uuidString)/Person/p1", "x-coredata://\(identifier)/Dragon/p1",
            "x-coredata://\(identifier)/Person/p0", "x-coredata://\(identifier)/Person/p-1",
            "x-coredata://\(identifier)/Person/p01", "x-coredata://\(identifier)/Person/p",
            "x-coredata://\(identifier)/Person/1", "x-coredata://\(identifier)/Person/px",
            "x-coredata://\(identifier)/Person/p99999999999999999999", "x-coredata://\(identifier)/Person",
            "x-coredata://\(identifier)/Person/p1/2", "x-coredata:///Person/p1", "https://example.org/Person/p1",
            "x-coredata://", "", "x-coredata://%ff/%ff/%ff",
            "x-coredata://a/" + String(repeating: "b", count: 10_000) + "/p1",
        ]
        for text in texts { #expect(company.coordinator.managedObjectID(for: text) == nil, "\(text)") }
    }

    @Test func `names with other signs than letters go through`() throws {
        let entity = Part.entity("Kärtchen/ä b")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Part.model([entity]))
        let store = try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        let identity = (store.service as! RowService).newIdentity(entity)
        let uri = identity.uriRepresentation()
        #expect(uri.absoluteString.hasPrefix("x-coredata://"))
        #expect(coordinator.managedObjectID(forURIRepresentation: uri) == identity)
    }

    @Test func `the same store in another coordinator has the object under an identity of its own`() throws {
        let scratch = Scratch()
        func open() throws -> NSPersistentStoreCoordinator {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: company.model)
            try coordinator.addPersistentStore(type: .binary, at: scratch.url("a"))
            return coordinator
        }
        let (first, second) = (try open(), try open())
        let identity = (first.persistentStores[0].service as! RowService).newIdentity(company.entities["Person"]!)
        let other = try #require(second.identity(for: identity))
        #expect(other != identity && other.uriRepresentation() == identity.uriRepresentation())
        #expect(second.identity(for: other) === other && company.coordinator.identity(for: identity) == nil)
        let error = #expect(throws: CocoaError.self) { try CoordinatorSource(second).row(of: identity) }
        #expect(error?.localizedDescription.contains("another coordinator") ?? false)
    }
}
