internal import Foundation
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
@_spi(Tools) internal import MainspringModel

/// Brings a store to another version of its model, where it lies, in a copy, or for a trial.
struct StoreMigration {
    /// The store, and what it is called in sentences.
    let (url, name): (URL, String)
    let (source, target): (NSManagedObjectModel, NSManagedObjectModel)
    let hasHistory: Bool

    /// Migrates the store where it lies.
    /// - Throws: `CocoaError` with a sentence if it cannot be, and is as it was.
    ///
    /// Until it is done, what belongs to the store's journal lies beside it. An interruption has all undone first; if the process is killed,
    /// whoever opens the store next undoes it.
    func run() throws { try Interruption.undoing { try run(at: url, keepsJournal: true) } }

    /// Whether a file has no log but a journal, by the format of SQLite's files, 1.3.3: “File format version numbers”.
    private static func hasJournal(_ url: URL) -> Bool {
        guard let file = try? FileHandle(forReadingFrom: url) else { return false }
        defer { try? file.close() }
        guard let head = try? file.read(upToCount: 20), head.count == 20 else { return false }
        return head[18] == 1 && head[19] == 1
    }

    /// Migrates a copy with all that belongs to it, which is at a place when it is done.
    /// - Parameter copying: puts a copy of the store where nothing is, and leaves the store alone.
    /// - Throws: ``ToolError``, `CocoaError`.
    func run(to place: OutputPlace, copying: (URL) throws -> Void) throws {
        let folder = try makeFolder(beside: place.path, named: place.given)
        let copy = folder.appendingPathComponent(URL(fileURLWithPath: place.path).lastPathComponent)
        do {
            try copying(copy)
            try run(at: copy)
        } catch  where !Self.isFull(error) {
            // What is wrong is so in the store as well.
            throw ToolError(sentence(for: error, at: copy))
        }
        try UnfinishedFiles.shared.finish(contentsOf: folder.path, as: place)
    }

    /// Migrates a copy in the folder for temporary files, which goes again.
    /// - Returns: why the store would not be migrated, in a sentence; nil if it would be.
    /// - Throws: ``ToolError``, `CocoaError` if that cannot be tried.
    func trial(_ inspection: StoreInspection) throws -> String? {
        let place = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        let folder = try makeFolder(beside: place.appendingPathComponent(url.lastPathComponent).path, named: name)
        defer { UnfinishedFiles.shared.removeAll() }
        let copy = folder.appendingPathComponent(url.lastPathComponent)
        do {
            try inspection.copy(to: copy)
            try run(at: copy)
        } catch {
            guard !Self.isFull(error) else {
                throw ToolError(
                    "The migration of “\(name)” cannot be tried: there is no room for a copy in “\(place.path)”. Make room there, or "
                        + "name another folder by TMPDIR.")
            }
            guard FileManager.default.fileExists(atPath: copy.path) else { throw error }
            return sentence(for: error, at: copy)
        }
        return nil
    }

    /// Whether there was no room left, which says nothing of the store.
    private static func isFull(_ error: any Error) -> Bool {
        (error as NSError).code == CocoaError.Code.fileWriteOutOfSpace.rawValue
    }

    private func makeFolder(beside path: String, named name: String) throws -> URL {
        let folder = UnfinishedFiles.shared.begin(at: path, named: name)
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ToolError("A copy cannot be made beside “\(path)”: \(error.localizedDescription)")
        }
        return URL(fileURLWithPath: folder)
    }

    /// What is said of an error, with the store's name in place of a copy's.
    private func sentence(for error: any Error, at copy: URL) -> String {
        ToolError.sentence(for: error).replacing(copy.path, with: name)
    }

    /// - Parameter keepsJournal: a store without a log has none afterwards; others are as new ones.
    private func run(at url: URL, keepsJournal: Bool = false) throws {
        // A store that keeps no model is migrated from one that some coordinator has.
        let known = NSPersistentStoreCoordinator(managedObjectModel: source)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: target)
        var options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]
        if hasHistory { options[NSPersistentHistoryTrackingKey] = true }
        if keepsJournal, Self.hasJournal(url) { options[NSSQLitePragmasOption] = ["journal_mode": "DELETE"] }
        let progress = MigrationProgress()
        defer { progress.end() }
        try progress.during {
            try coordinator.remove(try coordinator.addPersistentStore(type: .sqlite, at: url, options: options))
        }
        withExtendedLifetime(known) {}
    }
}
