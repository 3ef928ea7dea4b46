import Foundation
import MainspringModel
import SeededRandom

@testable import MainspringData

/// Processes that migrate a store and are killed; each is followed by one that looks at what it has left.
final class MigrationTrial {
    private let folder: String
    private let seed: UInt64
    /// Whether they migrate by a mapping model, into another store that takes the old one's place.
    private let isMapped: Bool
    private var random: SeededGenerator

    init(folder: String, seed: UInt64, isMapped: Bool) {
        (self.folder, self.seed, self.isMapped) = (folder, seed, isMapped)
        random = SeededGenerator(seed: seed)
    }

    private var original: String { folder + "/original.sqlite" }
    private var store: String { folder + "/store.sqlite" }

    func run(count: Int) {
        say("seed \(seed)")
        guard child({ self.make() }, killedAfter: nil) == 0 else { fail("the store was not made") }
        let longest = time { child({ self.migrate() }, killedAfter: nil) }
        var (before, after) = (0, 0)
        for number in 0..<count {
            // More of them towards the end, where the commit is.
            let share = Double.random(in: 0...1.15, using: &random)
            copy()
            let status = child({ self.migrate() }, killedAfter: UInt32(Double(longest) * share))
            guard status == 0 || status == SIGKILL else { fail("process \(number) ended by itself with \(status)") }
            let found = child({ self.look() }, killedAfter: nil)
            switch found {
            case 1 << 8: before += 1
            case 2 << 8: after += 1
            default: fail("process \(number) has left what \(found) says")
            }
        }
        say("\(count) killed, \(before) before and \(after) behind the commit")
    }

    /// Runs a closure in a copy of this process.
    /// - Returns: its status.
    private func child(_ body: () -> Int32, killedAfter delay: UInt32?) -> Int32 {
        let child = KillTrial.fork()
        guard child >= 0 else { fail("there is no process") }
        if child == 0 { exit(body()) }
        if let delay {
            usleep(delay)
            kill(child, SIGKILL)
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        return status
    }

    /// How long something takes, in microseconds.
    private func time(_ body: () -> Int32) -> UInt32 {
        copy()
        let start = Self.now()
        guard body() == 0 else { fail("the store is not migrated") }
        return UInt32((Self.now() - start) * 1_000_000)
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func copy() {
        for part in ["", "-wal", "-shm"] { unlink(store + part) }
        guard let data = FileManager.default.contents(atPath: original),
            FileManager.default.createFile(atPath: store, contents: data)
        else { fail("the store cannot be copied") }
    }

    private func fail(_ sentence: String) -> Never {
        say("seed \(seed): \(sentence).")
        exit(1)
    }

    // MARK: In the other process

    private static let count = 60

    private static func model(_ version: Int) -> NSManagedObjectModel {
        let (shelf, book) = (NSEntityDescription(), NSEntityDescription())
        shelf.name = version == 1 ? "Shelf" : "Rack"
        if version == 2 { shelf.renamingIdentifier = "Shelf" }
        book.name = "Book"
        shelf.properties = [attribute("number", .integer64AttributeType)]
        book.properties = [attribute("title", .stringAttributeType)]
        if version == 1 { book.properties.append(attribute("note", .binaryDataAttributeType)) }
        if version == 2 {
            let price = attribute("price", .integer64AttributeType)
            (price.isOptional, price.defaultValue) = (false, 5)
            shelf.properties.append(price)
        }
        let (books, owner) = (NSRelationshipDescription(), NSRelationshipDescription())
        (books.name, books.destinationEntity) = ("books", book)
        (owner.name, owner.destinationEntity, owner.maxCount) = ("shelf", shelf, 1)
        shelf.properties.append(books)
        book.properties.append(owner)
        (books.inverseRelationship, owner.inverseRelationship) = (owner, books)
        let model = NSManagedObjectModel()
        model.entities = [shelf, book]
        return model
    }

    private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType) = (name, type)
        return attribute
    }

    private func open(_ path: String, _ version: Int) throws -> NSPersistentStoreCoordinator {
        let model = Self.model(version)
        if isMapped, version == 2 {
            let old = Self.model(1)
            let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: model)
            NSMappingModel.register(mapping, forSourceModel: old, destinationModel: model)
        }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            type: .sqlite, at: URL(fileURLWithPath: path),
            options: [
                NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
                // What a process has written outlives it.
                NSSQLitePragmasOption: ["synchronous": "OFF"],
            ])
        return coordinator
    }

    private func make() -> Int32 {
        do {
            let coordinator = try open(original, 1)
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                for number in 0..<Self.count {
                    let shelf = NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
                    shelf.setValue(number, forKey: "number")
                    let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
                    book.setValue("Book \(number)", forKey: "title")
                    book.setValue(Data(repeating: 1, count: 3_000), forKey: "note")
                    book.setValue(shelf, forKey: "shelf")
                }
                try context.save()
            }
            for store in coordinator.persistentStores { try coordinator.remove(store) }
            return 0
        } catch {
            say("\(error)".replacing("\n", with: " "))
            return 1
        }
    }

    private func migrate() -> Int32 {
        do {
            let coordinator = try open(store, 2)
            for store in coordinator.persistentStores { try coordinator.remove(store) }
            return 0
        } catch {
            say("\(error)".replacing("\n", with: " "))
            return 1
        }
    }

    /// - Returns: 1 for the old store, 2 for the new one, of which all is there; anything else for what is neither.
    private func look() -> Int32 {
        do {
            let connection = try SQLiteConnection(path: store, access: .readWrite)
            guard try connection.value("PRAGMA integrity_check") == .text("ok") else { return 10 }
            let tables = try FileTables(connection)
            let isNew = tables.has("ZRACK")
            connection.close()
            let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                type: .sqlite, at: URL(fileURLWithPath: store))
            let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
            guard isNew != tables.has("ZSHELF"), (hashes["Rack"] != nil) == isNew else { return 11 }
            // Whichever it is, it can be opened with the new model, and has all.
            let coordinator = try open(store, 2)
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            let isWhole = try context.performAndWait {
                let shelves = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Rack"))
                let books = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book"))
                return shelves.count == Self.count && books.count == Self.count
                    && shelves.allSatisfy { $0.value(forKey: "price") as? Int == 5 }
                    && books.allSatisfy { book in
                        let shelf = book.value(forKey: "shelf") as? NSManagedObject
                        return (shelf?.value(forKey: "number") as? Int).map {
                            book.value(forKey: "title") as? String == "Book \($0)"
                        } ?? false
                    }
            }
            for store in coordinator.persistentStores { try coordinator.remove(store) }
            // What was left beside a store that was still the old one has gone with this attempt.
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            guard !names.contains(where: { $0.contains("migrationdestination") }) else { return 14 }
            return isWhole ? (isNew ? 2 : 1) : 12
        } catch {
            say("\(error)".replacing("\n", with: " "))
            return 13
        }
    }
}
