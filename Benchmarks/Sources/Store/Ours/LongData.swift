import Foundation
import MainspringData
import MainspringModel
import Measure
import Workloads

/// save-long-data: saves 200 new documents, whose data the store keeps in separate files.
func saveLongData(_ size: Int) throws -> Int {
    let contents = Data(repeating: 0x5A, count: 1 << 18)
    return try measured(
        size, prepare: { try DocumentFile() },
        { file in
            for _ in 0..<200 {
                NSManagedObject(entity: file.entity, insertInto: file.context).setValue(contents, forKey: "contents")
            }
            try file.context.save()
        }, check: { precondition(!$0.context.hasChanges) })
}

/// A new store with documents in a file. It deletes the file when it ends.
///
/// Its model is separate, because the files that other cases share between revisions must keep fitting their model.
private final class DocumentFile {
    let entity = NSEntityDescription()
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let url = URL(fileURLWithPath: String(cString: measure_store_path("documents")))

    init() throws {
        Self.erase(url)
        let contents = NSAttributeDescription()
        (contents.name, contents.attributeType) = ("contents", .binaryDataAttributeType)
        contents.allowsExternalBinaryDataStorage = true
        (entity.name, entity.properties) = ("Document", [contents])
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: .sqlite, at: url)
        context.persistentStoreCoordinator = coordinator
    }

    deinit { Self.erase(url) }

    private static func erase(_ url: URL) {
        ItemFile.erase(url.path)
        let name = ".\(url.deletingPathExtension().lastPathComponent)_SUPPORT"
        try? FileManager.default.removeItem(at: url.deletingLastPathComponent().appendingPathComponent(name))
    }
}
