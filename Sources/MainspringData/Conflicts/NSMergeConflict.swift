public import Foundation

/// An object that is to be saved, and that somebody else has changed or deleted since it was read.
///
/// Belongs to the queue of the object's context.
open class NSMergeConflict: NSObject {
    /// The object that is to be saved.
    public final let sourceObject: NSManagedObject
    /// The version in the store; 0 if the object was deleted there.
    public final let newVersionNumber: Int
    /// The version on which the object's changes are based.
    public final let oldVersionNumber: Int
    /// The object's values; nil if it is to be deleted.
    public final let objectSnapshot: [String: Any]?
    /// The values in the coordinator; nil if the object was deleted there.
    public final let cachedSnapshot: [String: Any]?
    /// The values in the store, where they are others than the coordinator's.
    public final let persistedSnapshot: [String: Any]?
    /// What is in the store, and what a policy of ours takes over.
    final let row: Row?

    /// Makes a conflict.
    public init(
        source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
        cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
    ) {
        sourceObject = srcObject
        (newVersionNumber, oldVersionNumber) = (newvers, oldvers)
        objectSnapshot = srcObject.isDeleted ? nil : srcObject.snapshot
        (cachedSnapshot, persistedSnapshot) = (cachesnap, persnap)
        row = nil
    }

    init(_ object: NSManagedObject, row: Row?) {
        sourceObject = object
        newVersionNumber = Int(row?.version ?? 0)
        oldVersionNumber = Int(object.saved?.version ?? 0)
        objectSnapshot = object.isDeleted ? nil : object.snapshot
        cachedSnapshot = row?.snapshot
        persistedSnapshot = nil
        self.row = row
    }

    /// The object and both versions.
    open override var description: String {
        "NSMergeConflict for \(sourceObject.objectID): version \(oldVersionNumber) was read, the store has "
            + (newVersionNumber == 0 ? "deleted it" : "version \(newVersionNumber)")
    }
}

/// As Apple annotates it.
@available(*, unavailable)
extension NSMergeConflict: @unchecked Sendable {}
