internal import Foundation
internal import MainspringModel

/// Links after conflicts: what the other end has may be older than what is in the store.
extension ContextCore {
    /// Lets links of an object that was in conflict be at both ends.
    /// - Parameter row: as the store has the object; nil if it has none.
    final func settleLinks(of object: NSManagedObject, _ row: Row?) {
        guard object.core === self, !object.state.contains(.deleted), !object.state.contains(.fault)
        else { return }
        if let row { endAnew(replacedLinks(of: row, by: object)) }
        for relationship in object.shape.layout.relationships where !relationship.isToMany {
            settleOther(of: object, relationship)
        }
    }

    private func settleOther(of object: NSManagedObject, _ relationship: RelationshipPlace) {
        guard let other = object.other(at: relationship.place) else { return }
        guard isThere(other) else { return object.setOther(nil, at: relationship.place) }
        guard relationship.inverse >= 0 else { return }
        let back = other.shape.layout.places[relationship.inverse]
        guard back.kind == .toOne else { return }
        readUnchangedAnew(other)
        let holder = living(other.objectID)?.other(at: back)
        guard holder !== object else { return }
        if let holder { readUnchangedAnew(holder) }
        relink(object, other, relationship)
    }

    private func relink(
        _ object: NSManagedObject, _ other: NSManagedObject, _ relationship: RelationshipPlace
    ) {
        object.setOther(nil, at: relationship.place)
        object.setOther(other, at: relationship.place)
    }

    private func isThere(_ object: NSManagedObject) -> Bool {
        guard object.core === self, !object.state.contains(.deleted) else { return false }
        return object.state.contains(.inserted)
            || ((try? source?.row(of: object.objectID)) ?? nil) != nil
    }

    private func readUnchangedAnew(_ object: NSManagedObject) {
        if object.core === self, object.state.isDisjoint(with: .pending) { readAnew(object) }
    }

    /// Ends links at the other end, which may be older than what is in the store.
    final func endAnew(_ links: [ReplacedLink]) {
        for link in links { readUnchangedAnew(link.object) }
        end(links)
    }
}
