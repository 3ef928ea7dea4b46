internal import Foundation

/// What a context hands to its source when it is saved: constant, without objects, so that it may go to any queue.
package final class ChangeSet: Sendable {
    package let inserted: [ObjectChange]
    package let updated: [ObjectChange]
    package let deleted: [ObjectChange]
    /// What must be as it was read, though it does not change.
    package let locked: [ObjectChange]
    /// The stores to which inserted objects are assigned, where the source is no store.
    let assigned: StoreAssignments
    /// Who saves, for the history.
    let origin: SaveOrigin

    init(
        inserted: [ObjectChange], updated: [ObjectChange], deleted: [ObjectChange], locked: [ObjectChange] = [],
        assigned: StoreAssignments = StoreAssignments(), origin: SaveOrigin = SaveOrigin()
    ) {
        (self.inserted, self.updated, self.deleted) = (inserted, updated, deleted)
        (self.locked, self.assigned, self.origin) = (locked, assigned, origin)
    }

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// Who saves, as a store's history names it.
struct SaveOrigin: Sendable {
    /// The context's name.
    var contextName: String?
    /// Its `transactionAuthor`.
    var author: String?

    init() {}

    /// On the context's queue.
    init(_ core: ContextCore) { (contextName, author) = (core.context?.name, core.context?.transactionAuthor) }
}

/// What has become of one object.
package struct ObjectChange: @unchecked Sendable {
    // `@unchecked Sendable`: identities and rows are constant.

    /// Which object.
    package let key: ObjectKey
    /// Its values as they are now; those as they were, of a deleted one.
    package let row: Row
    /// Its values as they were when they were read or saved last; nil of an inserted one.
    package let previous: Row?
    /// What has become of its relationships to many, by slot.
    package let members: [MembersChange]

    /// Made when it is asked for: most saves need none.
    package var identity: NSManagedObjectID { NSManagedObjectID(key, row.layout.entity) }
}

/// What has become of a relationship to many.
package struct MembersChange: @unchecked Sendable {
    // `@unchecked Sendable`: identities are constant.

    package let slot: Int
    package let added: [NSManagedObjectID]
    package let removed: [NSManagedObjectID]
    /// All in their order; nil of a relationship without one.
    package let order: [NSManagedObjectID]?
    /// The members before the change; nil if they are not compared.
    var former: Former?

    /// The members of a relationship that were read or saved last.
    struct Former {
        let identities: [NSManagedObjectID]
        let isOrdered: Bool
    }
}
