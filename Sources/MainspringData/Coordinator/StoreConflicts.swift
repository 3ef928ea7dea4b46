internal import Foundation

/// Why a store refuses a save: what others have saved meanwhile. Nothing has been saved.
///
/// The merge policy of the context resolves it by other changes and saves those, or the save fails.
package struct StoreConflicts: Error {
    /// Objects that are not any more as they were read.
    var rows: [RowConflict]
    /// Objects that must not have the same values.
    var constraints: [UniqueConflict]

    package init(rows: [RowConflict], constraints: [UniqueConflict] = []) {
        (self.rows, self.constraints) = (rows, constraints)
    }
}

/// An object that is to be changed or deleted, and is not any more as it was read.
package struct RowConflict {
    /// What is to be saved; its `previous` is what it was based on.
    package let change: ObjectChange
    package let isDeletion: Bool
    /// The row as it is in the store, with its version; nil if it was deleted.
    package let persisted: Row?

    package init(change: ObjectChange, isDeletion: Bool, persisted: Row?) {
        (self.change, self.isDeletion, self.persisted) = (change, isDeletion, persisted)
    }
}

/// An object that must not have the same values as another one.
package struct UniqueConflict: Sendable {
    /// The names of the properties.
    let constraint: [String]
    /// The object that is to be saved.
    let identity: NSManagedObjectID
    let row: Row?
    /// The object that has the values.
    let holder: NSManagedObjectID
    /// Whether that one is in the store already; otherwise it is to be saved as well.
    let isHolderSaved: Bool
    /// Its row in the store; nil if it is to be saved as well.
    let holderRow: Row?
}

extension StoreConflicts: LocalizedError, CustomStringConvertible {
    /// What is in conflict, in a sentence.
    package var description: String {
        var parts: [String] = []
        if let first = rows.first {
            parts.append(
                "\(first.change.identity) was \(first.persisted == nil ? "deleted" : "changed") in the store since it was "
                    + "read\(Self.others(rows.count))")
        }
        if let first = constraints.first {
            parts.append(
                "\(first.identity) has the same \(first.constraint.joined(separator: ", ")) as \(first.holder)"
                    + Self.others(constraints.count))
        }
        return parts.joined(separator: "; ") + ". Set a merge policy that resolves it, or refresh the objects."
    }

    var errorDescription: String? { description }

    private static func others(_ count: Int) -> String { count > 1 ? ", and \(count - 1) more" : "" }
}
