internal import Diagnostics

extension NSPersistentStore {
    /// Not available: no class of the program's migrates stores yet.
    @available(
        *, unavailable, message: "Stores are not migrated by a class of their own yet; use migratePersistentStore."
    )
    public class func migrationManagerClass() -> AnyClass { unavailable() }
}
