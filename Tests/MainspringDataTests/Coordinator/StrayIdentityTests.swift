import Foundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Identities made from URIs that name another entity than the store's row.
@Suite struct StrayIdentityTests {
    @Test(arguments: [NSPersistentStore.StoreType.inMemory, .binary, .sqlite])
    func `an identity that names another entity than the row's leads to no object`(kind: NSPersistentStore.StoreType)
        throws
    {
        let count = Seeds.round == nil ? 100 : 300
        // Larger than a person, so that a person's row has not all of its values.
        let company = Company { _, entities in
            entities["Manager"]!.properties += (0..<32).map { Part.attribute("a\($0)", .stringAttributeType) }
        }
        let (coordinator, folder) = (company.coordinator, FileManager.default.temporaryDirectory)
        try coordinator.remove(coordinator.persistentStores[0])
        let url = folder.appendingPathComponent(UUID().uuidString)
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + end) } }
        let store = try coordinator.addPersistentStore(type: kind, at: url)
        let (context, other) = (company.context(), company.context())
        let held = (1...count).compactMap { key in
            URL(string: "x-coredata://\(store.identifier!)/Manager/p\(key)").flatMap {
                coordinator.managedObjectID(forURIRepresentation: $0).map { context.object(with: $0) }
            }
        }
        for number in 0..<count { company.make("Person", "a longer name than fits \(number)", in: other) }
        try other.save()
        for object in held {
            #expect(
                (0..<32).allSatisfy { object.value(forKey: "a\($0)") == nil } && object.value(forKey: "name") == nil)
            #expect(throws: (any Error).self) { try context.existingObject(with: object.objectID) }
        }
        withExtendedLifetime((context, other)) {}
    }
}
