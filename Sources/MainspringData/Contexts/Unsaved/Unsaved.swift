extension ContextCore {
    /// What is not saved and is to be.
    struct Unsaved {
        var inserted: [NSManagedObject] = []
        var updated: [NSManagedObject] = []
        var deleted: [NSManagedObject] = []

        var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
        var all: [NSManagedObject] { inserted + updated + deleted }
        var count: Int { inserted.count + updated.count + deleted.count }

        /// Appends the objects of another value, kind by kind.
        mutating func append(_ other: Unsaved) {
            guard !isEmpty else { return self = other }
            inserted += other.inserted
            updated += other.updated
            deleted += other.deleted
        }

        /// Reverses the order of each kind.
        mutating func reverse() {
            inserted.reverse()
            updated.reverse()
            deleted.reverse()
        }

        /// Calls a closure with each, and holds them meanwhile.
        @inline(__always)
        func forEach(_ body: (NSManagedObject) throws -> Void) rethrows {
            try inserted.forEachHeld(body)
            try updated.forEachHeld(body)
            try deleted.forEachHeld(body)
        }

        func filter(_ isIncluded: (NSManagedObject) -> Bool) -> Unsaved {
            Unsaved(
                inserted: inserted.filter(isIncluded), updated: updated.filter(isIncluded),
                deleted: deleted.filter(isIncluded))
        }

        func first(where isAsked: (NSManagedObject) -> Bool) -> NSManagedObject? {
            inserted.first(where: isAsked) ?? updated.first(where: isAsked) ?? deleted.first(where: isAsked)
        }
    }

    /// What has become of objects, this event's changes among it. Children may read meanwhile.
    var unsaved: Unsaved {
        var unsaved = Unsaved()
        forEachListed {
            note($0, &unsaved)
            pause()
        }
        return unsaved
    }

    /// Calls a closure with each object of the lists of what may not be saved, and holds it meanwhile. The closure changes nothing.
    @inline(__always)
    final func forEachListed(_ body: (NSManagedObject) -> Void) {
        let beingSaved = saving?.objects ?? []
        beingSaved[...].forEachAhead { if $0.core === self { body($0) } }
        forEachPending(body)
    }

    /// Calls a closure with each object whose changes the source does not have, and holds it meanwhile. After the source has
    /// saved, these are only the objects that were modified after their capture.
    @inline(__always)
    final func forEachUnknown(_ body: (NSManagedObject) -> Void) {
        guard let landing, let saving else { return forEachListed(body) }
        landing.forEachLeft { if $0.core === self { body($0) } }
        // One that was changed before its turn is among those already.
        saving.idle.forEachHeld { if $0.core === self && !landing.hasLeft($0) { body($0) } }
        forEachPending(body)
    }

    /// The flight of a save whose result is being applied, or nil.
    final var landing: SaveInFlight? { saving.flatMap { $0.stage == .landing ? $0.flight : nil } }

    @inline(__always)
    private func forEachPending(_ body: (NSManagedObject) -> Void) {
        pendingChanges.list.objects[..<pendingCount].forEachAhead { if $0.core === self { body($0) } }
        if childLinks.isReadingForTaken { childLinks.taking?.others.forEachHeld { if $0.core === self { body($0) } } }
        forEachUnlisted(body)
    }

    /// The number of listed objects that a fetch examines. A child whose save is partly applied has the others as unsaved
    /// itself.
    final var pendingCount: Int {
        let count = pendingChanges.count
        return childLinks.isReadingForTaken ? min(childLinks.taking?.start ?? .max, count) : count
    }

    /// Calls a closure with each object that this event has changed, and that stands in no list.
    @inline(__always)
    final func forEachUnlisted(_ body: (NSManagedObject) -> Void) {
        let touched = event.isSavedInPart ? Array(ObjectSet(event.touched).objects) : event.touched
        touched.forEachHeld { if $0.core === self && !$0.state.contains(.listed) { body($0) } }
    }

    /// Puts an object where it belongs, if it is not saved.
    final func note(_ object: NSManagedObject, _ unsaved: inout Unsaved) {
        let state = object.state
        switch (state.contains(.inserted), state.contains(.deleted)) {
        case (true, true): break
        case (true, false): unsaved.inserted.append(object)
        case (false, true): unsaved.deleted.append(object)
        case (false, false): if state.contains(.updated) { unsaved.updated.append(object) }
        }
    }
}
