internal import Diagnostics
internal import Foundation

/// Objects that the source has and cannot read, as from a damaged file.
///
/// An access has no way to throw: such an object's values are nil, and that is said once on standard error. It is not saved
/// before it was read, so that nothing is written over what could not be read.
extension ContextCore {
    /// Lets an object be without values, or a relationship of it without members, since they cannot be read.
    final func noteUnreadable(_ object: NSManagedObject, _ error: any Error) {
        if object.state.contains(.fault) {
            object.takeNoValues()
            object.state.remove(.inaccessible)
        }
        guard unreadable.updateValue(error, forKey: object.key) == nil else { return }
        Self.log.write(
            object.key,
            "\(object.objectID) cannot be read, and is without values: \(error.localizedDescription) Fetch objects by "
                + "existingObject(with:), which throws the error.")
    }

    private static let log = OnceLog<ObjectKey>(
        limit: 100, ending: "More objects cannot be read; nothing more is said of them.")

    /// Makes an object that could not be read a fault, so that it is read again.
    final func retry(_ object: NSManagedObject) {
        guard unreadable.removeValue(forKey: object.key) != nil, !object.state.contains(.fault) else { return }
        object.dropValues()
    }

    /// - Throws: the error of an object that is to be saved, and could not be read.
    final func requireReadable(_ objects: Unsaved) throws {
        guard !unreadable.isEmpty, let object = objects.first(where: { unreadable[$0.key] != nil }) else { return }
        throw CoreDataError.make(
            NSPersistentStoreSaveError,
            "\(object.objectID) cannot be saved: it could not be read. Refresh it with refresh(_:mergeChanges: false), or roll "
                + "the context back.",
            userInfo: [NSAffectedObjectsErrorKey: [object]], underlying: unreadable[object.key])
    }
}
