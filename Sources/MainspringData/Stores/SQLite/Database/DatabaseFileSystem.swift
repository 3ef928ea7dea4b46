internal import Foundation

/// A file system of SQLite's that stands between a store and its files. Another module implements it.
package protocol DatabaseFileSystem: AnyObject, Sendable {
    /// The name by which SQLite knows it. Connections are opened with it.
    var systemName: String { get }
    /// Whether a store is examined through it as well, before it is opened.
    var concernsLooks: Bool { get }
}

/// The option of a store whose value is a ``DatabaseFileSystem``.
package let databaseFileSystemOption = "MainspringSQLiteFaultsOption"

extension DatabaseSettings {
    /// Returns the file system in a store's options, or nil for the usual one.
    static func fileSystem(_ options: [AnyHashable: Any]?) -> (any DatabaseFileSystem)? {
        options?[databaseFileSystemOption] as? any DatabaseFileSystem
    }
}
