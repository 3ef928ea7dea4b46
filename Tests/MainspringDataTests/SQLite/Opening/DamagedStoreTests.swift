import Foundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Stores of Apple's with bytes that are others: whatever comes of it, nothing ends the process, and what is refused is
/// refused in a sentence.
@Suite(.serialized) struct DamagedStoreTests {
    let folder = Scratch()

    /// More are played with MAINSPRING_DAMAGE_SEEDS=FIRST-LAST beside the tests.
    static let seeds: [UInt64] = {
        let wish = ProcessInfo.processInfo.environment["MAINSPRING_DAMAGE_SEEDS"] ?? "1-6"
        let ends = wish.split(separator: "-").compactMap { UInt64($0) }
        return ends.count == 2 && ends[0] <= ends[1] ? Array(ends[0]...ends[1]) : []
    }()

    @Test(.enabled(if: AppleStores.areHere, "\(AppleStores.skipped)"), arguments: AppleStores.all)
    func `A store with damaged bytes is read, written, or refused`(store: AppleStores.Store) throws {
        let model = try store.model()
        let whole = [UInt8](try Data(contentsOf: store.url))
        for seed in Self.seeds {
            var random = SeededGenerator(seed: seed)
            let url = folder.url("\(seed).sqlite")
            try Data(damaged(whole, &random)).write(to: url)
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

    /// Changes bytes anywhere, or in what SQLite needs most; repeats, swaps or cuts off pages.
    private func damaged(_ whole: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = whole
        let pageSize = max(512, Int(whole[16]) << 8 | Int(whole[17]))
        let pages = max(1, whole.count / pageSize)
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let page = Int.random(in: 0..<pages, using: &random) * pageSize
            switch Int.random(in: 0..<10, using: &random) {
            case 0: bytes[Int.random(in: 16..<100, using: &random)] = .random(in: 0...255, using: &random)
            case 1...3:
                // The heads of pages, and their tables of cells.
                let place = page + Int.random(in: 0..<40, using: &random)
                bytes[place] = .random(in: 0...255, using: &random)
            case 4:
                let other = Int.random(in: 0..<pages, using: &random) * pageSize
                for offset in 0..<pageSize where max(page, other) + offset < bytes.count {
                    bytes.swapAt(page + offset, other + offset)
                }
            case 5:
                for offset in 0..<64 where page + 200 + offset < bytes.count {
                    bytes[page + 200 + offset] = .random(in: 0...255, using: &random)
                }
            default:
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
        if Int.random(in: 0..<12, using: &random) == 0 {
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
        }
        return bytes
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
                for object in try context.fetch(request) { read(object) }
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

    private func read(_ object: NSManagedObject) {
        for attribute in object.entity.attributesByName.keys { _ = object.value(forKey: attribute) }
        for (name, relationship) in object.entity.relationshipsByName {
            let value = object.value(forKey: name)
            if relationship.isToMany, !relationship.isOrdered { _ = (value as? Set<NSManagedObject>)?.count }
        }
    }
}
