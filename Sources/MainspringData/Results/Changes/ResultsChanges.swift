/// What has become of results, as Apple's delegate is told: places before the changes in the old numbering, places after
/// them in the new one.
struct ResultsChanges<Element: AnyObject> {
    /// A section that came or went.
    struct SectionChange {
        let section: ResultSection<Element>
        let number: Int
    }

    /// What has become of an object: it came if there is no old place, went if there is no new one.
    package struct ObjectChange {
        let element: Element
        let old: ResultPlace?
        let new: ResultPlace?
    }

    /// Sections that went, the last one first.
    var deletedSections: [SectionChange] = []
    /// Sections that came, the first one first.
    var insertedSections: [SectionChange] = []
    /// Objects that went, the last one first.
    var deleted: [ObjectChange] = []
    /// Objects that came, the first one first.
    var inserted: [ObjectChange] = []
    /// Objects that stand elsewhere among those that stayed, or in another section; by their new places.
    var moved: [ObjectChange] = []
    /// Objects that were changed and stand where they stood, by their new places.
    var updated: [ObjectChange] = []

    /// Whether nothing has become of anything.
    var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty }
}

extension ResultsChanges {
    /// The same as changes of the list of all objects: one that moved is removed and inserted, and so is one that was
    /// updated, since a difference cannot tell it otherwise; both refer to each other.
    func difference<ID: Hashable>(_ identity: (Element) -> ID) -> CollectionDifference<ID> {
        var changes: [CollectionDifference<ID>.Change] = []
        changes.reserveCapacity(deleted.count + inserted.count + 2 * (moved.count + updated.count))
        for change in [deleted, inserted, moved, updated].joined() {
            let id = identity(change.element)
            if let old = change.old {
                changes.append(.remove(offset: old.index, element: id, associatedWith: change.new?.index))
            }
            if let new = change.new {
                changes.append(.insert(offset: new.index, element: id, associatedWith: change.old?.index))
            }
        }
        guard let difference = CollectionDifference(changes) else {
            preconditionFailure("Two changes of one place.")
        }
        return difference
    }
}
