import Foundation
import MainspringModel
import SeededRandom

@testable import MainspringData

/// Stores with bytes that are others, and what a program does with them.
enum DamagedStore {
    /// Changes bytes anywhere, or in what SQLite needs most; repeats, swaps or cuts off pages.
    static func damaged(_ whole: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
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

    /// Reads whatever there is, all of it, an object after the other, and forgets it. What is refused is passed over.
    static func readAll(_ url: URL, _ model: NSManagedObjectModel, isReadOnly: Bool) {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        guard
            let store = try? coordinator.addPersistentStore(
                type: .sqlite, at: url, options: [NSReadOnlyPersistentStoreOption: isReadOnly])
        else { return }
        defer { try? coordinator.remove(store) }
        for name in model.entities.compactMap(\.name) {
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            let objects = (try? context.fetch(NSFetchRequest<NSManagedObject>(entityName: name))) ?? []
            for object in objects {
                read(object)
                context.refresh(object, mergeChanges: false)
            }
        }
    }

    /// Reads each value of an object, and the others to which it leads.
    static func read(_ object: NSManagedObject) {
        for attribute in object.entity.attributesByName.keys { _ = object.value(forKey: attribute) }
        for (name, relationship) in object.entity.relationshipsByName {
            let value = object.value(forKey: name)
            if relationship.isToMany, !relationship.isOrdered { _ = (value as? Set<NSManagedObject>)?.count }
        }
    }
}
