internal import Diagnostics
public import Foundation

extension NSPersistentStoreCoordinator {
    /// Not available: each member is safe by itself.
    @available(*, unavailable, message: "Use performAndWait to make several calls one.")
    public final func lock() { unavailable() }

    /// Not available: see ``lock()``.
    @available(*, unavailable, message: "Use performAndWait to make several calls one.")
    public final func unlock() { unavailable() }

    /// Not available: see ``lock()``.
    @available(*, unavailable, message: "Use performAndWait to make several calls one.")
    public final func tryLock() -> Bool { unavailable() }

    /// Not available: there is no iCloud here.
    @available(*, unavailable, message: "There is no iCloud here; use destroyPersistentStore(at:type:options:).")
    public final class func removeUbiquitousContentAndPersistentStore(
        at storeURL: URL, options: [AnyHashable: Any]? = nil
    ) throws { unavailable() }
}

extension NSPersistentStore {
    /// Not available: there is no Spotlight here.
    @available(*, unavailable, message: "There is no Spotlight here.")
    public final var coreSpotlightExporter: AnyObject { unavailable() }
}
