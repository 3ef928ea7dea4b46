internal import MainspringModel

/// Who is merged with an object, and what is known of objects before.
extension SavedMerge {
    static func numbers(_ identities: [NSManagedObjectID]) -> KeyNumbers {
        var numbers = KeyNumbers(capacity: identities.count)
        for (number, identity) in identities.enumerated() { numbers.set(number, for: identity.key) }
        return numbers
    }

    static func mayOrder(_ identities: [NSManagedObjectID]) -> Bool {
        var last: NSEntityDescription?
        // Mostly that of the one before.
        for entity in identities.lazy.map(\.entity) where entity !== last {
            if ObjectLayout.of(entity).hasOrders { return true }
            last = entity
        }
        return false
    }

    /// What is to be merged of an object at an end of a link, the first last: its row may be that of any of the saves already.
    func pending(_ key: ObjectKey, in core: ContextCore) -> [(merge: SavedMerge, number: Int)] {
        (core.merging?.work ?? []).reversed().compactMap { work in
            work.saved.flatMap { merge in merge.number(of: key).map { (merge, $0) } }
        }
    }

    /// Returns what is to be merged of objects at the ends of moved one-to-one links, and of links that unsaved changes
    /// replace. Nothing if the merge has all objects in one step: they keep their order.
    func partners(
        of moved: ArraySlice<ContextCore.MovedLink>, and replaced: ArraySlice<ContextCore.ReplacedLink>,
        in core: ContextCore
    ) -> [(merge: SavedMerge, number: Int)] {
        guard !isWhole else { return [] }
        return replaced.flatMap { pending($0.object.key, in: core) }
            + moved.flatMap { link -> [(merge: SavedMerge, number: Int)] in
                let others = [link.former, link.new.flatMap { core.registered($0) }].compactMap { $0 }
                    .filter { $0.shape.layout.places[link.slot].kind == .toOne }
                // The ends may be of different saves, of which all are merged.
                return others.isEmpty ? [] : (others + [link.object]).flatMap { pending($0.key, in: core) }
            }
    }

    /// Lets those at other ends be merged of which a merge has not been told: what a later save says of one is of a later time.
    func note(
        _ ends: [NSManagedObject], of merge: SavedMerge, _ waiting: inout [(merge: SavedMerge, number: Int)],
        _ untold: inout [(merge: SavedMerge, object: NSManagedObject)], in core: ContextCore
    ) {
        for end in ends {
            let others = pending(end.key, in: core)
            if others.isEmpty { untold.append((merge, end)) } else { waiting += others }
        }
    }

    /// The deletion of an object, of whichever save: one that a later save has deleted keeps its links until then.
    func deletions(of key: ObjectKey, in core: ContextCore) -> [(merge: SavedMerge, number: Int)] {
        pending(key, in: core).filter { $0.number >= $0.merge.readCount }
    }

    /// What is to be merged of those who lead to an object that goes: the end of their link is no change of this context's.
    func leaving(_ object: NSManagedObject, in core: ContextCore) -> [(merge: SavedMerge, number: Int)] {
        object.shape.layout.relationships.flatMap { relationship in
            (core.merging?.others(object, relationship) ?? []).flatMap { other in
                pending(other.key, in: core).filter { $0.number < $0.merge.readCount }
            }
        }
    }

    /// An object that was deleted, behind those that were too and require it; nothing if it is not here.
    func going(_ number: Int, in core: ContextCore) -> [NSManagedObject] {
        guard let object = core.registered(identities[number]) else { return [] }
        return required.going(with: object, others: { core.merging?.others($0, $1) ?? [] }) { other in
            !deletions(of: other.key, in: core).isEmpty
        }
    }
}
