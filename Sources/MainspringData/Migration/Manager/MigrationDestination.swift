internal import FileAccess
internal import Foundation

/// The new store that a migration by objects makes beside the old one, until it takes its place.
///
/// Whoever makes one has the right to replace the old store as long as it is there, which one of all has at a time, and which ends
/// with his process: SQLite's lock of those who write, or that of a file. So what whoever has the right finds is nobody's any more.
/// It is deleted before it has taken the old one's place, and so what a process that was killed has left lies beside a store that is
/// still to be migrated, and goes with the next attempt.
enum MigrationDestination {
    private static func prefix(_ url: URL) -> String { ".\(url.lastPathComponent).migrationdestination_" }

    /// A place where nothing is.
    static func place(beside url: URL) -> URL {
        url.deletingLastPathComponent().appendingPathComponent(prefix(url) + UUID.random().uuidString)
    }

    /// Deletes what was left beside a store. For whoever has the right to replace it.
    /// - Parameter place: where his own is to be, which is not made yet.
    static func removeLeftovers(of url: URL, _ place: URL, _ type: NSPersistentStore.Type) {
        let folder = url.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix(url)) {
            try? RegularFile.delete(folder.appendingPathComponent(name).path)
        }
        // A folder of long data has a name that says nothing of which of them it was made for.
        try? type.parts(at: place).delete()
    }
}
