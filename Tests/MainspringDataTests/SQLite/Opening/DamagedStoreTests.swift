import Foundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Stores of Apple's with bytes that are others: whatever comes of it, nothing ends the process, and what is refused is
/// refused in a sentence.
@Suite(.serialized) struct DamagedStoreTests {
    let folder = Scratch()

    static let seeds = Seeds.first(6)

    @Test(.enabled(if: AppleStores.areHere, "\(AppleStores.skipped)"), arguments: AppleStores.all)
    func `A store with damaged bytes is read, written, or refused`(store: AppleStores.Store) throws {
        let model = try store.model()
        let whole = [UInt8](try Data(contentsOf: store.url))
        for seed in Self.seeds {
            var random = SeededGenerator(seed: seed)
            let url = folder.url("\(seed).sqlite")
            try Data(DamagedStore.damaged(whole, &random)).write(to: url)
            for isReadOnly in [true, false] {
                if let error = failure({ try use(url, model, isReadOnly) }) as NSError? {
                    #expect(!error.localizedDescription.isEmpty, "seed \(seed)")
                }
            }
            _ = failure { _ = try NSManagedObjectModel.modelOfStore(at: url) }
            _ = failure {
                _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
            }
            try FileManager.default.removeItem(at: url)
        }
    }

    private func failure(_ body: () throws -> Void) -> (any Error)? {
        do { try body() } catch { return error }
        return nil
    }

    /// Reads whatever there is, and saves something.
    private func use(_ url: URL, _ model: NSManagedObjectModel, _ isReadOnly: Bool) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            type: .sqlite, at: url, options: [NSReadOnlyPersistentStoreOption: isReadOnly])
        defer { try? coordinator.remove(store) }
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        for entity in model.entities {
            guard let name = entity.name else { continue }
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            request.fetchLimit = 100
            do {
                for object in try context.fetch(request) { DamagedStore.read(object) }
            } catch {
                #expect(!(error as NSError).localizedDescription.isEmpty)
            }
        }
        guard !store.isReadOnly else { return }
        for object in context.registeredObjects.prefix(5) {
            for attribute in object.entity.attributesByName.values
            where attribute.attributeType == .stringAttributeType && !attribute.isTransient {
                object.setValue("changed", forKey: attribute.name)
            }
        }
        if let object = context.registeredObjects.first { context.delete(object) }
        do {
            try context.save()
        } catch {
            #expect(!(error as NSError).localizedDescription.isEmpty)
            #expect(context.hasChanges)
        }
    }
}
