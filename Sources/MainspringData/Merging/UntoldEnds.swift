internal import MainspringModel

/// Who is at the other ends of links that others have changed without a word about him, as a batch does: owners, members' former owners,
/// partners. Their rows have changed as well, and they are read anew with those that were named.
///
/// An object that has values here tells by them where it led; of one without any nobody knows but those at the other ends. On the context's
/// queue.
final class UntoldEnds {
    private unowned let core: ContextCore
    /// Those that are merged anyway, or were read anew for this merge.
    private var seen: Set<ObjectKey>
    /// Entities of which somebody is here with values.
    private let present: [NSEntityDescription]
    /// Who has an object as a member that is here, by the objects, and by the slots of theirs that lead to the owners.
    private var owners: [ObjectKey: [Int: ContiguousArray<NSManagedObject>]] = [:]
    /// Relationships of which somebody knows all members.
    private var loaded: Set<ObjectIdentifier> = []
    /// The relationships to one by which objects of a layout may lead to somebody who is here, or take his partner from him.
    private var links: [ObjectIdentifier: [RelationshipPlace]] = [:]
    /// Those of which rows may be asked for, and how many of them were read.
    private let faults: ArraySlice<NSManagedObjectID>
    private var readCount = 0

    /// So many rows are read at once.
    private static let rowsAtOnce = 500

    /// - Parameters:
    ///   - saved: all that is merged.
    ///   - insertedCount: how many of them, the first, are new.
    ///   - changedCount: how many behind these have changed.
    /// - Returns: nil where nobody is here with values.
    ///
    /// Cost: some 20 ns for each member that the context's objects know.
    init?(_ saved: [NSManagedObjectID], insertedCount: Int, changedCount: Int, in core: ContextCore) {
        let changed = saved[insertedCount..<insertedCount + changedCount]
        guard insertedCount + changedCount > 0 else { return nil }
        var entities: [ObjectIdentifier: NSEntityDescription] = [:]
        let wanted = Set(changed.lazy.map(\.key).filter { core.objectMap.table.object($0) != nil })
        for object in core.objectMap.table.objects where core.hasValues(object) {
            entities[ObjectIdentifier(object.entity)] = object.entity
            for relationship in object.shape.layout.relationships
            where relationship.isToMany && relationship.inverse >= 0 {
                guard let members = object.memory.members(relationship.place), members.isLoaded else { continue }
                loaded.insert(ObjectIdentifier(object.shape.property(at: relationship.place)))
                guard !wanted.isEmpty else { continue }
                for member in members.objects where wanted.contains(member.key) {
                    owners[member.key, default: [:]][relationship.inverse, default: []].append(object)
                }
            }
        }
        guard !entities.isEmpty else { return nil }
        (self.core, present) = (core, Array(entities.values))
        seen = Set(saved.lazy.map(\.key))
        faults = saved[..<insertedCount]
    }

    // MARK: Ends

    /// Those at the other ends of an object's links, as these were here and as its row says now, who are here with values and were not read anew.
    /// Each is returned once.
    /// - Parameter former: the row that the object had here; nil of one that was a fault.
    ///
    /// Cost: the row of an object without values is read, if it may lead to anybody who is here.
    func ends(of object: NSManagedObject, former: Row?) -> [NSManagedObject] {
        let links = links(of: object)
        guard !links.isEmpty, let row = row(of: object) else { return [] }
        return links.flatMap { link -> [NSManagedObject] in
            let (key, before) = (row.memory.destinationKey(link.place), former?.memory.destinationKey(link.place))
            guard former == nil || key != before else { return [] }
            let known = [key, before].compactMap { $0.flatMap { core.objectMap.table.object($0) } }
            let owners = owners[object.key]?[Int(link.place.slot)]?.filter { $0.key != key } ?? []
            return known + owners + partners(of: object, link, key)
        }.filter { core.hasValues($0) && !$0.state.contains(.inserted) && seen.insert($0.key).inserted }
    }

    /// Those who lead to an object, or to the one to which it leads now, by a link between two.
    private func partners(of object: NSManagedObject, _ link: RelationshipPlace, _ key: ObjectKey?) -> [NSManagedObject]
    {
        guard link.isBetweenTwo(of: object) else { return [] }
        let former = leading[object.key] ?? []
        let robbed = key.flatMap { leading[$0] } ?? []
        return former.filter { $0.slot == link.inverse && $0.object.key != key }.map(\.object)
            + robbed.filter { $0.slot == Int(link.place.slot) && $0.object !== object }.map(\.object)
    }

    /// Who leads to somebody by a link between two, and by which slot, by those to whom they lead.
    private lazy var leading: [ObjectKey: [(object: NSManagedObject, slot: Int)]] = {
        var leading: [ObjectKey: [(object: NSManagedObject, slot: Int)]] = [:]
        for object in core.objectMap.table.objects where core.hasValues(object) {
            for link in object.shape.layout.relationships where link.isBetweenTwo(of: object) {
                guard let key = core.currentKey(link.place, object.memory) else { continue }
                leading[key, default: []].append((object, Int(link.place.slot)))
            }
        }
        return leading
    }()

    private func links(of object: NSManagedObject) -> [RelationshipPlace] {
        let layout = object.shape.layout
        if let known = links[ObjectIdentifier(layout)] { return known }
        let found = layout.relationships.filter { link in
            guard !link.isToMany, link.inverse >= 0,
                let known = object.shape.property(at: link.place) as? NSRelationshipDescription,
                let destination = known.destinationEntity
            else { return false }
            // Of two who have had the same partner, one may be here and the partner not.
            let partners = link.isBetweenTwo(of: object) ? known.inverseRelationship?.destinationEntity : nil
            return present.contains { entity in
                entity.isKindOf(entity: destination) || partners.map { entity.isKindOf(entity: $0) } ?? false
            }
        }
        links[ObjectIdentifier(layout)] = found
        return found
    }

    // MARK: Rows

    /// The row of an object as it is now.
    private func row(of object: NSManagedObject) -> Row? {
        guard object.state.contains(.fault) else { return object.saved }
        if faults.dropFirst(readCount).first?.key == object.key { readAhead() }
        return (try? core.row(of: object)) ?? nil
    }

    /// Reads rows that will be asked for next.
    private func readAhead() {
        let next = faults.dropFirst(readCount).prefix(Self.rowsAtOnce)
        readCount += next.count
        for group in Dictionary(grouping: next, by: { [$0.key.store, $0.key.root] }).values {
            var keys = FetchedKeys(store: group[0].key.store, root: group[0].key.root)
            for identity in group where !identity.isTemporaryID {
                keys.append(identity.key.key, keys.number(of: identity.entity))
            }
            // Who asks for one that cannot be read is told so.
            try? core.source?.readRows(of: keys, 0..<keys.count)
        }
    }

    // MARK: Members

    /// The links to owners that are others than these know, by what the object's row says now.
    func moves(of object: NSManagedObject) -> [ContextCore.MovedLink] {
        let links = links(of: object).filter { link in
            let known = object.shape.property(at: link.place) as? NSRelationshipDescription
            return known?.inverseRelationship.map { loaded.contains(ObjectIdentifier($0)) } ?? false
        }
        guard !links.isEmpty, !object.state.contains(.inserted) else { return [] }
        let isFault = object.state.contains(.fault)
        let row = isFault ? row(of: object) : nil
        guard let memory = isFault ? row?.memory : object.memory else { return [] }
        return withExtendedLifetime(row) {
            links.filter { isFault || !object.isChanged($0.place) }.flatMap { moves(of: object, $0, memory) }
        }
    }

    private func moves(
        of object: NSManagedObject, _ link: RelationshipPlace, _ memory: ValueMemory
    ) -> [ContextCore.MovedLink] {
        let (new, key) = (memory.destination(link.place), core.currentKey(link.place, memory))
        let owners = owners[object.key]?[Int(link.place.slot)] ?? []
        var former: [NSManagedObject?] = owners.filter { $0.key != key }
        if former.isEmpty, new != nil, owners.isEmpty { former = [nil] }
        return former.map { ContextCore.MovedLink(object: object, slot: link.inverse, former: $0, new: new) }
    }
}

extension RelationshipPlace {
    /// Whether it leads to one, and what leads back as well.
    fileprivate func isBetweenTwo(of object: NSManagedObject) -> Bool {
        guard !isToMany, inverse >= 0,
            let relationship = object.shape.property(at: place) as? NSRelationshipDescription
        else { return false }
        return relationship.inverseRelationship?.isToMany == false
    }
}

extension ContextCore {
    /// Reads an object anew of which a merge has not been told, if others have saved it since it was read.
    /// - Returns: the row that it had; nil if it stays as it is.
    final func rebaseUntold(
        _ object: NSManagedObject, _ replaced: inout [ReplacedLink], _ moved: inout [MovedLink],
        _ read: inout [NSManagedObject]
    ) -> Row? {
        guard hasValues(object), !object.state.contains(.inserted), let former = object.saved else { return nil }
        source?.forgetRows(of: [object.objectID])
        guard let row = (try? row(of: object)) ?? nil, row.version > former.version else { return nil }
        replaced += rebase(object, given: row, &moved, &read)
        return former
    }
}
