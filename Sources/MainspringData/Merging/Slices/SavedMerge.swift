internal import MainspringModel

/// The merge of another context's save into a context with the same source, at once or in slices.
///
/// Inserted objects become faults. Registered objects with values get the saved rows, and keep their own unsaved changes.
/// Deleted objects leave the context last, so that no deletion includes an object that has left the deleted one. Objects at
/// the other ends of modified one-to-one links are merged together.
///
/// The identities, and the rows of registered objects, are those at the time of the call. A later save is another merge.
final class SavedMerge: SlicedWork, EarlyAccess, @unchecked Sendable {
    // `@unchecked Sendable`: after its creation, only the context's queue uses it, except for `end`.

    let end = WorkEnd()
    /// Inserted, then those to be read anew, then deleted.
    private(set) var identities: [NSManagedObjectID]
    private let insertedCount: Int
    let readCount: Int
    /// Inserted ones that are told as changed too.
    private var alsoChanged: Set<Int> = []
    private let ordersMembers: Bool
    private var isMerged: [Bool]
    private var next = 0
    /// In which order those go that were deleted, and how many groups of them have.
    private var (deletions, deletionGroup) = (MergeOrder(count: 0), 0)
    var required = RequiredLinks()
    /// Who leads to those of the deleted that do not know it.
    private var unseenEnds: UnseenEnds?
    private let mayLackEnds: Bool
    private var untoldEnds: UntoldEnds?
    /// Which number an object has.
    private lazy var numbers = Self.numbers(identities)
    /// Objects with values of before, by numbers, and their new rows as far as these were known.
    private var old: [(number: Int, object: NSManagedObject, row: Row?)] = []
    /// Where in ``old`` an object stands.
    private var oldPlaces: [Int: Int] = [:]
    /// Where in ``old`` those of an entity stand: each fault that is read in the midst asks for those that may lead to it.
    private var oldOfEntity: [(entity: NSEntityDescription, places: [Int])] = []
    /// Whether all objects are merged in one step, so that no link is read meanwhile. Each object then gets its own ends.
    private(set) var isWhole = false
    /// The contexts below, as the last slice has found them.
    private var readers: ChildReaders?
    /// What is still to be told.
    private var (read, merged): ([NSManagedObject], SavedIdentities) = ([], SavedIdentities())

    /// - Parameter isNumbered: Whether the objects are numbered now, at some 100 ns for each. A merge that is alone in the
    ///   queue and has all objects in one step needs that only if a hook reaches an object.
    init(_ saved: SavedIdentities, isNumbered: Bool = true) {
        var saved = saved
        var known: KeyNumbers?
        if isNumbered {
            var numbers = Self.numbers(saved.all)
            if numbers.count < saved.all.count {
                let changed = saved.removeRepeated()
                numbers = Self.numbers(saved.all)
                alsoChanged = Set(changed.compactMap { [numbers] in numbers[$0] })
            }
            known = numbers
        }
        identities = saved.all
        insertedCount = saved.inserted.count
        readCount = identities.count - saved.deleted.count
        mayLackEnds = saved.mayLackEnds
        isMerged = Array(repeating: false, count: identities.count)
        ordersMembers = Self.mayOrder(identities)
        if let known { numbers = known }
    }

    func begin(in core: ContextCore) {
        core.sourceState.noteChange()
        // The save may name an object by an identity that the context has not processed.
        core.learnIdentities()
        isWhole = core.merging?.isWhole == true
        for number in identities.indices {
            if identities[number].key.isTemporary {
                identities[number] = core.currentAsked(identities[number])
                if !isWhole { numbers.set(number, for: identities[number].key) }
            }
            // In one step, no object is read with its values from before the merge.
            guard !isWhole else { continue }
            guard number >= insertedCount || alsoChanged.contains(number),
                let object = core.objectMap.table.object(identities[number].key),
                core.hasValues(object)
            else { continue }
            oldPlaces[number] = old.count
            note(old.count, of: object.entity)
            old.append((number, object, number < readCount ? core.source?.rowAtHand(of: object.objectID) : nil))
        }
        deletions = deletionOrder(in: core)
        unseenEnds = UnseenEnds(identities[readCount...], in: core)
        if mayLackEnds {
            untoldEnds = UntoldEnds(
                identities, insertedCount: insertedCount, changedCount: readCount - insertedCount, in: core)
        }
    }

    /// Who requires something goes before it: by the links that objects have here.
    private func deletionOrder(in core: ContextCore) -> MergeOrder {
        let deleted = identities[readCount...]
        guard deleted.contains(where: { !required.places(of: ObjectLayout.of($0.entity)).isEmpty }) else {
            return MergeOrder(count: deleted.count)
        }
        return MergeOrder(
            leads: deleted.map { identity in
                guard let object = core.objectMap.table.object(identity.key), core.hasValues(object) else { return [] }
                return required.places(of: object.shape.layout).compactMap { place in
                    core.currentKey(place, object.memory).flatMap { numbers[$0] }
                        .flatMap { $0 < readCount ? nil : $0 - readCount }
                }
            }
        ).reversed()
    }

    private func note(_ place: Int, of entity: NSEntityDescription) {
        // Mostly that of the one before.
        if let index = oldOfEntity.lastIndex(where: { $0.entity === entity }) {
            oldOfEntity[index].places.append(place)
        } else {
            oldOfEntity.append((entity, [place]))
        }
    }

    var isDone: Bool { next == identities.count }
    var isWaiting: Bool { false }

    var mayOrder: Bool { ordersMembers }

    func isToCome(_ key: ObjectKey) -> Bool { number(of: key) != nil }

    func step(in core: ContextCore, most: Int) -> Int {
        readers = core.childReaders()
        let start = next
        guard most < .max else {
            next = identities.count
            return mergeAll(in: core)
        }
        guard start >= readCount else {
            next += 1
            return merge([start], in: core)
        }
        next = deletions.ends.map { readCount + $0[deletionGroup] } ?? next + 1
        deletionGroup += 1
        var count = 0
        for number in deletions.numbers[start - readCount..<next - readCount] {
            count += merge([readCount + number], in: core)
        }
        return count
    }

    /// Merges all that is left as one group.
    private func mergeAll(in core: ContextCore) -> Int {
        if isWhole { skipAbsent(in: core) }
        let written = (0..<readCount).filter { !isMerged[$0] }
        let deleted = (readCount..<identities.count).filter { !isMerged[$0] }
        // Without other merges in the queue, no link of a deleted object is left to be merged.
        return isWhole ? merge(written, deleting: deleted, in: core) : merge(written + deleted, in: core)
    }

    /// Marks updated objects that are not registered as merged. The context has no values of them to change.
    private func skipAbsent(in core: ContextCore) {
        for number in core.objectMap.table.absent(identities[insertedCount..<readCount])
        // An object may have another identity by now.
        where !isMerged[number] && !identities[number].key.isTemporary {
            isMerged[number] = true
            if let readers { core.acknowledge(identities[number], readers) }
        }
    }

    /// Merges objects, and those at the other ends of modified one-to-one links, also of links that the save did not report:
    /// a link is changed at both ends or at none.
    /// - Parameters:
    ///   - numbers: The objects, in order.
    ///   - going: Deleted objects without links to objects that are not merged. They follow.
    private func merge(_ numbers: [Int], deleting going: [Int] = [], in core: ContextCore) -> Int {
        var (waiting, count, place) = ([(merge: SavedMerge, number: Int)](), 0, 0)
        // Deletions come last: they do not include an object that has left the deleted one in any of the saves.
        var deleted = going.map { (merge: self, number: $0) }
        var read: [NSManagedObject] = []
        var (replaced, moved): ([ContextCore.ReplacedLink], [ContextCore.MovedLink]) = ([], [])
        // Objects at other ends that the save did not report.
        var untold: [(merge: SavedMerge, object: NSManagedObject)] = []
        while true {
            var current = waiting.popLast()
            if current == nil, place < numbers.count {
                current = (self, numbers[place])
                place += 1
            }
            guard let (merge, number) = current else {
                guard let (merge, object) = untold.popLast() else { break }
                let (knownMoved, knownReplaced) = (moved.count, replaced.count)
                core.merging?.noteMoving()
                let ends = merge.mergeUntold(object, &replaced, &moved, &read, in: core)
                note(ends, of: merge, &waiting, &untold, in: core)
                waiting += partners(of: moved[knownMoved...], and: replaced[knownReplaced...], in: core)
                continue
            }
            guard !merge.isMerged[number] else { continue }
            guard number < merge.readCount else {
                // Those who require it go before it, and whoever leads to any of them, and does not any more, is merged before.
                for object in merge.going(number, in: core) {
                    waiting += leaving(object, in: core)
                    deleted += deletions(of: object.key, in: core)
                }
                deleted.append((merge, number))
                continue
            }
            merge.isMerged[number] = true
            count += 1
            core.merging?.noteMoving()
            let (known, knownReplaced) = (moved.count, replaced.count)
            let (links, ends) = merge.mergeValues(number, &moved, &read, in: core)
            note(ends, of: merge, &waiting, &untold, in: core)
            replaced += links
            waiting += partners(of: moved[known...], and: replaced[knownReplaced...], in: core)
        }
        // A merge of all objects has read nothing before, and need not copy.
        if self.read.isEmpty { self.read = read } else { self.read += read }
        for link in moved { link.new.flatMap { core.registered($0) }.map(core.deleteAgain) }
        let others = core.settle(moved)
        for (merge, number) in deleted where !merge.isMerged[number] {
            merge.isMerged[number] = true
            count += 1
            merge.mergeDeletion(number, in: core)
        }
        core.end(replaced.filter { link in !core.event.mergedDeletions.contains { $0 === link.object } })
        for other in others { core.noteRefreshed(other) }
        return max(count, 1)
    }

    private func mergeDeletion(_ number: Int, in core: ContextCore) {
        if let readers { core.acknowledgeDeleted(identities[number].key, readers) }
        guard let object = core.registered(identities[number]) else { return }
        core.mergeDeletion(object, unseenEnds)
        merged.deleted.append(identities[number])
        core.waitForEndOfEvent()
    }

    /// - Returns: links that the object's own changes replace, and those at other ends of which the merge has not been told.
    private func mergeValues(
        _ number: Int, _ moved: inout [ContextCore.MovedLink], _ read: inout [NSManagedObject], in core: ContextCore
    ) -> (replaced: [ContextCore.ReplacedLink], ends: [NSManagedObject]) {
        let identity = identities[number]
        defer { if let readers { core.acknowledge(identity, readers) } }
        let isNew = number < insertedCount
        guard let object = isNew ? core.object(for: identity) : core.registered(identity) else { return ([], []) }
        if isNew { merged.inserted.append(identity) } else { merged.updated.append(identity) }
        // A child has objects that its parent saves as new ones.
        if isNew, object.state.contains(.fault) {
            core.event.appendMergedInsertion(object)
            core.waitForEndOfEvent()
            return ([], untoldEnds?.ends(of: object, former: nil) ?? [])
        }
        let (pairs, former) = (isWhole ? [] : core.knownPairs(of: object), object.saved)
        let row = oldPlaces[number].flatMap { old[$0].row }
        let known = read.count
        let replaced = core.rebase(object, given: row, &moved, &read)
        if !isNew { moved += untoldEnds?.moves(of: object) ?? [] }
        // One whose row is gone keeps its values, and with them its links, until it is deleted.
        if read.count > known { core.settlePairs(pairs, of: object) }
        return (replaced, untoldEnds?.ends(of: object, former: former) ?? [])
    }

    /// - Returns: those at other ends of its links of which the merge has not been told either.
    private func mergeUntold(
        _ object: NSManagedObject, _ replaced: inout [ContextCore.ReplacedLink],
        _ moved: inout [ContextCore.MovedLink], _ read: inout [NSManagedObject], in core: ContextCore
    ) -> [NSManagedObject] {
        let pairs = isWhole ? [] : core.knownPairs(of: object)
        guard let former = core.rebaseUntold(object, &replaced, &moved, &read) else { return [] }
        merged.updated.append(object.objectID)
        if let readers { core.acknowledge(object.objectID, readers) }
        core.settlePairs(pairs, of: object)
        return untoldEnds?.ends(of: object, former: former) ?? []
    }

    // MARK: Reaching objects

    func number(of key: ObjectKey) -> Int? {
        numbers[key].flatMap { isMerged[$0] ? nil : $0 }
    }

    func noteRenamed(_ former: ObjectKey, _ identity: NSManagedObjectID?, _ key: ObjectKey) {
        guard let number = numbers[former] else { return }
        numbers.set(number, for: key)
        identities[number] = NSManagedObjectID(key, identities[number].entity)
    }

    func reach(_ key: ObjectKey, in core: ContextCore) {
        guard let number = number(of: key) else { return }
        readers = core.childReaders()
        _ = merge([number], in: core)
        tell(in: core)
    }

    func reachOthers(of object: NSManagedObject, _ place: SlotPlace, in core: ContextCore) {
        if let number = number(of: object.key), number < readCount { reach(object.key, in: core) }
    }

    /// The objects that are here with values and are to be merged yet, deleted ones among them.
    func forEachWaiting(in core: ContextCore, _ body: (NSManagedObject) -> Void) {
        for (number, identity) in identities.enumerated() where !isMerged[number] {
            if let object = core.registered(identity), core.hasValues(object) { body(object) }
        }
    }

    /// Whether an object still has its values from before the merge.
    func isOld(_ object: NSManagedObject) -> Bool {
        number(of: object.key).map { oldPlaces[$0] != nil } ?? false
    }

    /// Calls a closure with each object of an entity, or of a subentity, that still has its values from before the merge.
    func forEachOld(of entity: NSEntityDescription, _ body: (NSManagedObject) -> Void) {
        for group in oldOfEntity where group.entity.isKindOf(entity: entity) {
            for place in group.places where !isMerged[old[place].number] { body(old[place].object) }
        }
    }

    /// Whether the merge includes an update of an object. A fault of it gets the values from after the merge.
    func isChanged(_ object: NSManagedObject) -> Bool {
        numbers[object.key].map { $0 >= insertedCount && $0 < readCount || alsoChanged.contains($0) } ?? false
    }

    // MARK: Telling

    func finish(in core: ContextCore) {}

    func tell(in core: ContextCore) {
        let objects = read
        read = []
        for object in objects { core.tellRefreshed(object, .refresh) }
    }

    func post(in core: ContextCore) {
        let merged = merged
        self.merged = SavedIdentities()
        core.postMerged(merged)
    }
}
