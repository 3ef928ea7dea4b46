/// The kind of store that is a database of SQLite.
public let NSSQLiteStoreType: String = "SQLite"
/// The kind of store that is an XML file, read and written in one piece.
public let NSXMLStoreType: String = "XML"
/// The kind of store that is a binary file, read and written in one piece.
public let NSBinaryStoreType: String = "Binary"
/// The kind of store that is in memory alone.
public let NSInMemoryStoreType: String = "InMemory"

extension NSPersistentStore {
    /// A kind of store, by the word for which a class is registered.
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        /// The word.
        public let rawValue: String

        /// Makes a kind of store of its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A database of SQLite.
        public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
        /// A binary file, read and written in one piece.
        public static let binary = StoreType(rawValue: NSBinaryStoreType)
        /// An XML file, read and written in one piece.
        public static let xml = StoreType(rawValue: NSXMLStoreType)
        /// In memory alone.
        public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
    }
}
