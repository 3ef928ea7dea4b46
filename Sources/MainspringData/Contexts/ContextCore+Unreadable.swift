internal import Diagnostics
internal import Foundation

/// Objects that the source has and cannot read, as from a damaged file.
///
/// An access has no way to throw: such an object's values are nil, and that is said once on standard error. It is not saved
/// before it was read, so that nothing is written over what could not be read; but it may be deleted. What the program changes meanwhile stays, and is
/// made again over what is read.
extension ContextCore {
    /// Why an object could not be read.
    struct Unreadable {
        let error: any Error
        /// Whether its values are missing; otherwise members of a relationship are.
        let isWhole: Bool
    }

    /// Lets an object be without values, or a relationship of it without members, since they cannot be read.
    final func noteUnreadable(_ object: NSManagedObject, _ error: any Error) {
        let isWhole = object.state.contains(.fault)
        if isWhole {
            object.takeNoValues()
            object.state.remove(.inaccessible)
        }
        guard objectMap.unreadable[object.key] == nil else { return }
        objectMap.unreadable[object.key] = Unreadable(error: error, isWhole: isWhole)
        Self.log.write(
            object.key,
            "\(object.objectID) cannot be read, and is without \(isWhole ? "values" : "members of a relationship"): "
                + "\(error.localizedDescription) Fetch objects by existingObject(with:), which throws the error.")
    }

    private static let log = OnceLog<ObjectKey>(
        limit: 100, ending: "More objects cannot be read; nothing more is said of them.")

    /// Reads an object again that could not be read. What is not saved of it is kept.
    /// - Throws: what the source says, if it still cannot.
    final func retry(_ object: NSManagedObject) throws {
        guard objectMap.unreadable[object.key] != nil else { return }
        guard hasValues(object), !object.state.isDisjoint(with: .pending) else {
            objectMap.unreadable[object.key] = nil
            return object.dropValues()
        }
        guard try row(of: object) != nil else { throw CoreDataError.missingObject(object.objectID) }
        refresh(object, mergingChanges: true)
    }

    /// An object is read now. If it was without values before, whatever it has is the program's.
    final func noteReadAgain(_ object: NSManagedObject) {
        guard !objectMap.unreadable.isEmpty, let former = objectMap.unreadable.removeValue(forKey: object.key),
            former.isWhole
        else {
            return
        }
        object.saved = Row(copying: object.shape.layout.emptyValues, of: object.shape.layout)
    }

    /// - Throws: the error of an object that is to be written, and could not be read. Nothing of one that is deleted is kept.
    final func requireReadable(_ objects: Unsaved) throws {
        guard !objectMap.unreadable.isEmpty,
            let object = (objects.inserted + objects.updated).first(where: { objectMap.unreadable[$0.key] != nil })
        else { return }
        try requireStore(of: object)
        throw CoreDataError.make(
            NSPersistentStoreSaveError,
            "\(object.objectID) cannot be saved: it could not be read. Refresh it with refresh(_:mergeChanges:) when it can be, or "
                + "roll the context back.",
            userInfo: [NSAffectedObjectsErrorKey: [object]], underlying: objectMap.unreadable[object.key]?.error)
    }

    /// Where an object's store has gone that is the reason why it could not be read, and is told as it is of objects that were read before.
    private func requireStore(of object: NSManagedObject) throws {
        guard let store = store(of: object) else {
            throw CoreDataError.make(
                NSPersistentStoreOperationError,
                "\(object.objectID) cannot be saved: its store is there no more. Reset the context.",
                userInfo: [NSAffectedObjectsErrorKey: [object]], underlying: objectMap.unreadable[object.key]?.error)
        }
        try store.persistentStoreCoordinator?.require(store)
    }
}
