public import Foundation

/// Objects that must not have the same values of certain properties, and have.
///
/// Belongs to the queue of the objects' context.
open class NSConstraintConflict: NSObject {
    /// The names of the properties.
    public final let constraint: [String]
    /// The values that they share.
    public final let constraintValues: [String: Any]
    /// The object that is in the store; nil if all are to be saved.
    public final let databaseObject: NSManagedObject?
    /// Its values there.
    public final let databaseSnapshot: [String: Any]?
    /// The objects that are to be saved.
    public final let conflictingObjects: [NSManagedObject]
    /// Their values.
    public final let conflictingSnapshots: [[String: Any]]

    /// Makes a conflict.
    public init(
        constraint contraint: [String], database databaseObject: NSManagedObject?,
        databaseSnapshot: [AnyHashable: Any]?, conflictingObjects: [NSManagedObject], conflictingSnapshots: [Any]
    ) {
        constraint = contraint
        self.databaseObject = databaseObject
        self.databaseSnapshot = databaseSnapshot as? [String: Any]
        self.conflictingObjects = conflictingObjects
        self.conflictingSnapshots = conflictingSnapshots.map { $0 as? [String: Any] ?? [:] }
        let values = self.conflictingSnapshots.first ?? [:]
        constraintValues = values.filter { contraint.contains($0.key) }
    }

    /// The constraint, and who is in conflict.
    open override var description: String {
        let others = conflictingObjects.map { "\($0.objectID)" }.joined(separator: ", ")
        return "NSConstraintConflict on \(constraint.joined(separator: ", ")): \(others) and "
            + (databaseObject.map { "\($0.objectID), which is in the store" } ?? "each other")
    }
}

/// As Apple annotates it.
@available(*, unavailable)
extension NSConstraintConflict: @unchecked Sendable {}
