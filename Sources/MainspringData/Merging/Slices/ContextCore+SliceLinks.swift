internal import MainspringModel

/// Links between objects of which some have been merged and some have not: each is at both ends or at none.
///
/// What has been merged, or read meanwhile, says what the stores say; what has not, what they said before. Where both meet in a
/// link, it is as the one says that has not been merged, until that is.
extension ContextCore {
    /// Relationships between many whose members are known.
    final func knownPairs(of object: NSManagedObject) -> [KnownPairs] {
        guard hasValues(object) else { return [] }
        return object.shape.layout.relationships.compactMap { relationship in
            guard relationship.isToMany, relationship.inverse >= 0,
                let members = object.memory.members(relationship.place), members.isLoaded,
                object.isToMany(relationship.inverse, at: relationship.place)
            else { return nil }
            return KnownPairs(relationship: relationship, members: members.objects)
        }
    }

    /// A relationship between many, and those to whom it led.
    struct KnownPairs {
        let relationship: RelationshipPlace
        let members: ContiguousArray<NSManagedObject>
    }

    /// Lets the other ends of relationships between many be as an object says that was read anew. Tells nobody.
    final func settlePairs(_ pairs: [KnownPairs], of object: NSManagedObject) {
        for pair in pairs where hasValues(object) {
            let (place, slot) = (pair.relationship.place, pair.relationship.inverse)
            let unsaved = object.memory.members(place)?.sinceSave
            let now = identities(in: place, of: object)
            let (keys, former) = (Set(now.map(\.key)), Set(pair.members.map(\.key)))
            for other in pair.members where !keys.contains(other.key) && unsaved?.added.contains(other) != true {
                other.settleMember(object, slot: slot, isMember: false)
            }
            for identity in now where !former.contains(identity.key) {
                guard let other = objectMap.table.object(identity.key), unsaved?.removed.contains(other) != true else {
                    continue
                }
                other.settleMember(object, slot: slot, isMember: true)
            }
        }
    }

    /// Lets a deletion that is not saved, and has reached others, reach those too who have come to the object since.
    final func deleteAgain(_ object: NSManagedObject) {
        guard object.state.isSuperset(of: [.deleted, .propagated]), hasValues(object) else { return }
        object.state.remove(.propagated)
        deletionQueue.appendAgain(object)
        waitForEndOfEvent()
    }

    /// Members that were just read of a relationship, as those say who have not been merged.
    final func settleLoaded(_ members: Members, of object: NSManagedObject, _ place: SlotPlace) {
        guard let merging, !merging.isWhole, let relationship = object.shape.relationship(place),
            relationship.inverse >= 0
        else { return }
        // Those who are left out come to their places when they are merged.
        merging.noteOrder((members as? MemberList)?.objects, of: object, place)
        let unsaved = members.sinceSave
        func isUnsaved(_ other: NSManagedObject) -> Bool {
            unsaved.map { $0.added.contains(other) || $0.removed.contains(other) } ?? false
        }
        for other in members.objects where hasValues(other) && merging.isOld(other) && !isUnsaved(other) {
            if other.leadsKnowingly(to: object, slot: relationship.inverse) == false { _ = members.remove(other) }
        }
        guard let entity = object.destinationEntity(at: place) else { return }
        merging.forEachOld(of: entity) { other in
            guard hasValues(other), !isUnsaved(other), !members.contains(other),
                other.leadsKnowingly(to: object, slot: relationship.inverse) == true
            else { return }
            _ = members.add(other)
        }
    }

    /// The ends of links that lead to an object which has just got its values, and with them those of after a merge.
    final func settleFulfilled(_ object: NSManagedObject) {
        guard let merging, !merging.isWhole else { return }
        let hasChanged = merging.isChanged(object)
        // Those who lead to it by a link between two, which leads elsewhere now.
        var left: [ObjectKey] = []
        defer { for key in left { merging.reach(key) } }
        for relationship in object.shape.layout.relationships where relationship.inverse >= 0 && !relationship.isToMany
        {
            let destination = object.memory.destinationKey(relationship.place)
            if hasChanged, let entity = object.destinationEntity(at: relationship.place) {
                merging.forEachOld(of: entity) { other in
                    guard other.key != destination, hasValues(other),
                        other.leadsKnowingly(to: object, slot: relationship.inverse) == true
                    else { return }
                    if other.shape.layout.places[relationship.inverse].kind == .toOne {
                        left.append(other.key)
                    } else {
                        other.settleMember(object, slot: relationship.inverse, isMember: false)
                    }
                }
            }
            guard let other = destination.flatMap({ objectMap.table.object($0) }), hasValues(other) else { continue }
            let back = other.shape.layout.places[relationship.inverse]
            if back.kind != .toOne {
                other.settleMember(object, slot: relationship.inverse, isMember: true)
            } else if merging.isOld(other), currentKey(back, other.memory) != object.key {
                merging.reach(other.key)
            }
        }
    }
}

extension NSManagedObject {
    /// Whether the other ends of a relationship are to many.
    fileprivate final func isToMany(_ inverse: Int, at place: SlotPlace) -> Bool {
        let relationship = shape.property(at: place) as? NSRelationshipDescription
        guard let destination = relationship?.destinationEntity else { return false }
        return ObjectLayout.of(destination).places[inverse].kind != .toOne
    }

    /// The entity to which a relationship leads.
    fileprivate final func destinationEntity(at place: SlotPlace) -> NSEntityDescription? {
        (shape.property(at: place) as? NSRelationshipDescription)?.destinationEntity
    }

    /// Whether a relationship leads to an object, as far as its objects are known; nil if they are not.
    fileprivate final func leadsKnowingly(to object: NSManagedObject, slot: Int) -> Bool? {
        let place = shape.layout.places[slot]
        guard place.kind == .toOne else {
            return memory.members(place).flatMap { $0.isLoaded ? $0.contains(object) : nil }
        }
        return core?.currentKey(place, memory) == object.key
    }
}
