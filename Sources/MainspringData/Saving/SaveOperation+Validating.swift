internal import MainspringModel

/// The stage that validates the set.
extension SaveOperation {
    /// Validates a group. Changes that validation makes are saved, and objects that it inserts are validated.
    /// - Throws: All validation errors of the set at its end, or the error of an object that could not be read.
    func validate(_ most: Int, in core: ContextCore) throws -> Int {
        settleEvent(in: core)
        let start = next
        let group = takeNext(most)
        let known = objects.count
        var unsaved = unsaved(among: group, in: core)
        if unsaved.count < group.count {
            // Objects that were captured early were validated before that.
            unvalidated += group.filter { !isUnsaved($0, in: core) && early[ObjectIdentifier($0)] == nil }
        }
        repeat {
            _ = callingHooks(in: core) {
                failures.collect { try core.validate(unsaved, endingStaleLinks: hasDeletions) }
            }
            guard !hasGone(in: core) else { return group.count }
            unsaved.inserted.forEachHeld { if $0.core === core { count($0) } }
            // The validation of another object may have changed them.
            unsaved = self.unsaved(among: unvalidated, in: core)
            if !unsaved.isEmpty { unvalidated.removeAll { isUnsaved($0, in: core) } }
        } while !unsaved.isEmpty
        if objects.count > known {
            growth.note(objects[known...], byFollowers: start >= growth.start, in: core.title)
        }
        if next >= objects.count || !isInSlices { try failures.check() }
        if next >= objects.count {
            if !core.objectMap.unreadable.isEmpty { try core.requireReadable(self.unsaved(among: objects, in: core)) }
            (stage, next) = (.reserving, 0)
        }
        return group.count
    }

    /// Counts a new object for the reservation of keys.
    private func count(_ object: NSManagedObject) {
        guard object.key.isTemporary else { return }
        if let last = counts.indices.last, counts[last].entity === object.entity {
            counts[last].count += 1
        } else {
            counts.append(EntityCount(entity: object.entity, count: 1))
        }
    }
}
