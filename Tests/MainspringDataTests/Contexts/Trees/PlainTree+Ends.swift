/// Notes of links whose two ends were read at different times.
extension PlainTree {
    /// Sets the inverse of a new link.
    mutating func linkBack(_ context: Int, _ key: Int, _ link: Int, _ other: Int) {
        let isNew = addEnd(context, key, link, other)
        noteEnds(context, key, link, other, isMember: true, isNew: isNew)
    }

    /// Ends the inverse of a link that has ended.
    mutating func unlink(_ context: Int, _ key: Int, _ link: Int, _ other: Int) {
        let isNew = removeEnd(context, key, link, other)
        noteEnds(context, key, link, other, isMember: false, isNew: isNew)
    }

    /// Whether an object's relationship to one was saved with a link to another object. `nil` for a relationship to many.
    func wasLinked(_ context: Int, _ key: Int, _ link: Int, _ other: Int) -> Bool? {
        guard let object = contexts[context].objects[key] else { return nil }
        if object.isInserted { return false }
        guard !schema.links[link].isToMany, let base = object.base else { return nil }
        return base.ones[link] == other
    }

    /// Ends links of changed objects that were read with them, and that lead to an object which is deleted here. Another
    /// context has ended such a link, so that the deletion has not reached the object.
    mutating func endStaleLinks(_ context: Int) {
        for (key, object) in contexts[context].objects where !object.isDeleted && object.isUpdated {
            for (link, other) in object.row.ones where object.base?.ones[link] == other {
                guard let end = contexts[context].objects[other], end.isDeleted else { continue }
                contexts[context].objects[key]?.row.ones[link] = nil
            }
        }
    }

    private mutating func noteEnds(
        _ context: Int, _ key: Int, _ link: Int, _ other: Int, isMember: Bool, isNew: Bool
    ) {
        guard schema.links[link].isToMany, let object = contexts[context].objects[key] else { return }
        let inverse = schema.links[link].inverse
        // The members need no change, but the inverse, to one, was saved with another value.
        if !isNew, !object.isInserted, wasLinked(context, other, inverse, key) == !isMember {
            contexts[context].objects[key]?.members[link]?.note(other, isMember)
        }
        guard schema.links[inverse].isToMany, let end = contexts[context].objects[other] else { return }
        _ = known(context, other, inverse)
        let isNoted = contexts[context].objects[key]?.members[link]?.notes(other, isMember) == true
        let isNotedThere = contexts[context].objects[other]?.members[inverse]?.notes(key, isMember) == true
        if isNoted, !isNotedThere, !end.isInserted {
            contexts[context].objects[other]?.members[inverse]?.note(key, isMember)
        } else if !isNoted, isNotedThere, !object.isInserted {
            contexts[context].objects[key]?.members[link]?.note(other, isMember)
        }
    }
}
