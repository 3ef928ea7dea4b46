extension ContextCore {
    /// What is not saved and is to be.
    struct Unsaved {
        var inserted: [NSManagedObject] = []
        var updated: [NSManagedObject] = []
        var deleted: [NSManagedObject] = []

        var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
        var all: [NSManagedObject] { inserted + updated + deleted }

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

    /// What has become of objects, this event's changes among it.
    var unsaved: Unsaved {
        var unsaved = Unsaved()
        forEachListed { note($0, &unsaved) }
        return unsaved
    }

    /// Calls a closure with each object of the lists of what may not be saved, and holds it meanwhile.
    @inline(__always)
    final func forEachListed(_ body: (NSManagedObject) -> Void) {
        let saving = slicedSave?.objects ?? []
        saving.forEachHeld { if $0.core === self { body($0) } }
        pending.forEachHeld { if $0.core === self { body($0) } }
        let touched = isSavedInPart ? Array(ObjectSet(touched).objects) : touched
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
