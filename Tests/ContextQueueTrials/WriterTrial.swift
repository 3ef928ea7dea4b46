import Dispatch
import Foundation
import MainspringData
import MainspringModel

/// A context saves 100 objects into a file for each block of the main queue that runs meanwhile. A block changes an object
/// of the context's child, and each tenth of the blocks saves the child.
final class WriterTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on their queues, and the rest on the main queue.

    private let blockCount: Int
    private let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let item: NSManagedObject
    private var count = 0

    init(blocks: Int) throws {
        blockCount = blocks
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model)
        try coordinator.addPersistentStore(type: .sqlite, at: folder.appendingPathComponent("writer.sqlite"))
        writer.persistentStoreCoordinator = coordinator
        main.parent = writer
        item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: main)
        try main.save()
    }

    private static var model: NSManagedObjectModel {
        let item = NSEntityDescription()
        item.name = "Item"
        let number = NSAttributeDescription()
        (number.name, number.attributeType, number.defaultValue) = ("number", .integer64AttributeType, 0)
        item.properties = [number]
        let model = NSManagedObjectModel()
        model.entities = [item]
        return model
    }

    func begin() {
        writer.perform { [self] in
            for number in 0..<100 * blockCount {
                let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: writer)
                item.setValue(number, forKey: "number")
            }
            // The last word before the file is written: the main queue begins now, and the save goes on.
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextWillSave, object: writer, queue: nil
            ) { [self] _ in DispatchQueue.main.async { self.step() } }
            do { try writer.save() } catch { fail("\(error)") }
            NotificationCenter.default.removeObserver(observer)
            DispatchQueue.main.async { [self] in
                say("\(count) blocks during the save")
                writer.perform { [self] in end() }
            }
        }
    }

    /// One block of the main queue, and the next behind it.
    private func step() {
        do {
            item.setValue(count, forKey: "number")
            main.processPendingChanges()
            if count.isMultiple(of: blockCount / 10) { try main.save() }
        } catch {
            fail("\(error)")
        }
        count += 1
        if count < blockCount { DispatchQueue.main.async { self.step() } }
    }

    /// What the main queue has saved meanwhile is in the writer now.
    private func end() {
        let value = writer.object(with: item.objectID).value(forKey: "number") as? Int
        say("\(value ?? -1) came to the writer")
        try? FileManager.default.removeItem(at: folder)
        exit(0)
    }

    private func fail(_ sentence: String) -> Never {
        say(sentence)
        exit(1)
    }
}
