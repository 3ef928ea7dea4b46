internal import Foundation
internal import Locks

/// The classes of stores by the words for their kinds.
enum StoreRegistry {
    private static let classes = Guarded<[String: NSPersistentStore.Type]>([
        NSInMemoryStoreType: MemoryStore.self, NSBinaryStoreType: BinaryStore.self, NSXMLStoreType: XMLStore.self,
        NSSQLiteStoreType: SQLiteStore.self,
    ])

    static var all: [String: NSPersistentStore.Type] { classes.withLock { $0 } }

    /// - Returns: whether the class makes stores.
    static func set(_ type: NSPersistentStore.Type?, for word: String) {
        classes.withLock { $0[word] = type }
    }

    /// The class for a kind of store.
    /// - Parameter url: The place of the store, for the error.
    /// - Throws: `CocoaError` 134000 if there is none.
    static func type(_ word: String, at url: URL? = nil) throws -> NSPersistentStore.Type {
        let classes = all
        if let type = classes[word] { return type }
        throw CoreDataError.make(
            NSPersistentStoreInvalidTypeError,
            "There is no kind of store “\(word)”. Those that there are: \(classes.keys.sorted().joined(separator: ", ")). "
                + "Register a class by registerStoreClass(_:type:)."
                + (url.map { " The store was to be at \($0.path)." } ?? ""),
            userInfo: url.map { [NSFilePathErrorKey: $0.path] } ?? [:])
    }
}
