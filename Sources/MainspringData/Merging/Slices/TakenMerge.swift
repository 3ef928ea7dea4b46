internal import MainspringModel

/// What a child has saved, on its way into its parent in slices.
///
/// New objects come first, each after those to which its required relationships lead, then changed ones, then those that are
/// deleted, so that nobody is deleted with an object that he has left: each before those to which its required relationships lead.
final class TakenMerge: SlicedWork, EarlyAccess, @unchecked Sendable {
    // `@unchecked Sendable`: after its creation, only the context's queue uses it, except for `end`.

    let end: WorkEnd
    private let changes: ChangeSet
    /// The context that has saved.
    let child: ContextCore
    private let insertedCount: Int
    private let writtenCount: Int
    /// The number of changes: inserted, then updated, then deleted.
    private let count: Int
    private var isMerged: [Bool]
    /// The number of changes that are not applied, and of insertions among them.
    private var (left, insertedLeft): (Int, Int)
    private lazy var numbers = numberKeys()
    /// The order of new objects.
    private lazy var order = MergeOrder(changes.inserted) { key in
        numbers[key].flatMap { $0 < insertedCount ? $0 : nil }
    }
    /// The order of deleted objects.
    private lazy var deletions = MergeOrder(changes.deleted) { key in
        numbers[key].flatMap { $0 < writtenCount ? nil : $0 - writtenCount }
    }
    .reversed()
    /// Former identities of objects. Changes and links refer to them, so that they remain in use.
    private var formers: [NSManagedObjectID] = []
    private(set) lazy var mayOrder = [changes.inserted, changes.updated, changes.deleted].contains { group in
        group.contains { $0.row.layout.hasOrders }
    }
    /// The number of finished groups of new objects, or then of deleted ones, and of finished objects.
    private var (group, next) = (0, 0)
    private var required = RequiredLinks()
    /// Objects that the program has deleted after the child's save, with those that their deletion includes.
    var deletedSince = ObjectSet()

    /// - Parameters:
    ///   - isNumbered: Whether keys are numbered and ordered now, at some 100 ns for each object, and not when that is
    ///     needed. Slices need it, and the parent's thread has no time for it.
    ///   - onEnd: Called at the end of the merge.
    init(
        _ changes: ChangeSet, from child: ContextCore, isNumbered: Bool = true, onEnd: (@Sendable () -> Void)? = nil
    ) {
        (self.changes, self.child) = (changes, child)
        insertedCount = changes.inserted.count
        writtenCount = insertedCount + changes.updated.count
        count = writtenCount + changes.deleted.count
        (left, insertedLeft) = (count, insertedCount)
        isMerged = Array(repeating: false, count: count)
        end = WorkEnd(onEnd)
        if isNumbered { _ = (order, deletions, mayOrder) }
    }

    private func numberKeys() -> KeyNumbers {
        var numbers = KeyNumbers(capacity: count)
        for number in 0..<count { numbers.set(number, for: change(number).key) }
        return numbers
    }

    func begin(in core: ContextCore) {
        core.takeAssignments(of: changes)
        // Objects may have got permanent identities here: by an earlier save of the child, or because these were requested.
        guard core.objectMap.laterIdentities.count > 0 else { return }
        for number in 0..<count {
            let key = change(number).key
            if key.isTemporary, let later = core.objectMap.laterIdentities[key] { numbers.set(number, for: later.key) }
        }
    }

    private func change(_ number: Int) -> ObjectChange {
        if number < insertedCount { return changes.inserted[number] }
        return number < writtenCount
            ? changes.updated[number - insertedCount] : changes.deleted[number - writtenCount]
    }

    func noteRenamed(_ former: ObjectKey, _ identity: NSManagedObjectID?, _ key: ObjectKey) {
        guard left > 0, let number = numbers[former] else { return }
        numbers.set(number, for: key)
        if let identity { formers.append(identity) }
    }

    var isDone: Bool { next == count }

    func isToCome(_ key: ObjectKey) -> Bool { unmerged(key) != nil }

    /// The number of a change that is not applied.
    private func unmerged(_ key: ObjectKey) -> Int? {
        left == 0 ? nil : numbers[key].flatMap { isMerged[$0] ? nil : $0 }
    }

    var isWaiting: Bool { false }
    func tell(in core: ContextCore) {}
    func post(in core: ContextCore) {}

    /// Whether the merge has applied a change.
    var hasBegun: Bool { left < count }

    /// Whether an object is one of those that the child has saved.
    func has(_ object: NSManagedObject) -> Bool { numbers[object.key] != nil }

    func step(in core: ContextCore, most: Int) -> Int {
        let start = next
        guard most < .max else {
            next = count
            return mergeWritten(in: core) + merge(writtenCount..<count, in: core)
        }
        guard start < insertedCount else {
            guard start >= writtenCount else {
                next += 1
                return merge(CollectionOfOne(start), in: core)
            }
            if start == writtenCount { group = 0 }
            next = deletions.ends.map { writtenCount + $0[group] } ?? next + 1
            group += 1
            let numbers = deletions.numbers[start - writtenCount..<next - writtenCount]
            return merge(numbers.lazy.map { [writtenCount] in writtenCount + $0 }, in: core)
        }
        repeat {
            next = order.ends?[group] ?? next + 1
            group += 1
        } while next < insertedCount && next - start < most
        return merge(order.numbers[start..<next], in: core)
    }

    /// Merges all insertions and updates that are left.
    private func mergeWritten(in core: ContextCore) -> Int {
        guard insertedCount == 0, !hasBegun else { return merge(0..<writtenCount, in: core) }
        // No change was reached early, so the updates need not be copied.
        core.merging?.endDeletions(before: self)
        for number in 0..<writtenCount { isMerged[number] = true }
        left -= writtenCount
        core.takeWritten(changes.updated, of: self)
        return writtenCount
    }

    /// Merges several changes, of which none has to be there before another one, as if it were one.
    private func merge(_ numbers: some Collection<Int>, in core: ContextCore) -> Int {
        core.merging?.endDeletions(before: self)
        var written: [ObjectChange] = []
        written.reserveCapacity(numbers.count)
        for number in numbers where !isMerged[number] {
            isMerged[number] = true
            left -= 1
            let change = change(number)
            guard number < writtenCount else {
                core.merging?.noteDeleted(core.takeDeletion(change), by: self)
                continue
            }
            if number < insertedCount {
                insertedLeft -= 1
                core.begin(change)
            }
            written.append(change)
        }
        core.takeWritten(written, of: self)
        return numbers.count
    }

    // MARK: Reaching objects

    func reach(_ key: ObjectKey, in core: ContextCore) {
        guard let number = unmerged(key) else { return }
        guard number >= writtenCount, let object = core.living(change(number).identity) else {
            return mergeEarly(number, in: core)
        }
        // Who goes too may be here without values, and who is told that it is read may reach others.
        var required = required
        let going = required.going(with: object, others: { core.living($0.objectID)?.others($1) ?? [] }) { other in
            unmerged(other.key).map { $0 >= writtenCount } ?? false
        }
        for object in going {
            leave(object, in: core)
            if let number = unmerged(object.key) { mergeEarly(number, in: core) }
        }
    }

    /// Applies the changes of objects that have, or had, a one-to-one link with an applied object, and the deletions that
    /// cascade to it. Otherwise they would undo a later merge of that object.
    func reachPartners(of key: ObjectKey, in core: ContextCore) {
        reachDeletion(along: key, in: core)
        guard left > 0, let number = numbers[key], number < writtenCount, isMerged[number] else { return }
        for partner in change(number).movedPartners where core.merging?.keepsBack(partner, before: self) != true {
            reach(partner, in: core)
        }
    }

    /// Merges the deletions that take an object along by their delete rules, as far as links are known.
    private func reachDeletion(along key: ObjectKey, in core: ContextCore) {
        guard writtenCount < count, let object = core.objectMap.table.object(key), core.hasValues(object) else {
            return
        }
        var (found, seen, index) = ([object], ObjectSet([object]), 0)
        while index < found.count {
            let object = found[index]
            index += 1
            for relationship in object.shape.layout.relationships where relationship.inverse >= 0 {
                for other in object.knownOthers(relationship) {
                    let back = other.shape.relationship(other.shape.layout.places[relationship.inverse])
                    guard back?.deleteRule == .cascadeDeleteRule, seen.insert(other) else { continue }
                    found.append(other)
                    guard let number = unmerged(other.key), number >= writtenCount,
                        core.merging?.keepsBack(other.key, before: self) != true
                    else { continue }
                    reach(other.key, in: core)
                }
            }
        }
    }

    /// Merges a change before its turn, behind what others say who came before, of the objects that it is about.
    private func mergeEarly(_ number: Int, in core: ContextCore) {
        guard let merging = core.merging, merging.work.count > 1 else {
            _ = merge(withRequired(number), in: core)
            return
        }
        let numbers = withRequired(number) { key in merging.keepsBack(key, before: self) }
        merging.reach(numbers.flatMap { change($0).ends }, before: self)
        _ = merge(numbers, in: core)
    }

    /// Merges the changes of objects that lead to an object which is to be deleted, and that do not after their merge. The
    /// deletion would end their former links, and an earlier save of others would not bring the new ones any more.
    private func leave(_ object: NSManagedObject, in core: ContextCore) {
        let hasValues = core.hasValues(object)
        let keys = object.shape.layout.relationships.filter { $0.inverse >= 0 }.flatMap { relationship in
            (hasValues ? object.others(relationship) : core.merging?.others(object, relationship) ?? []).map(\.key)
        }
        core.merging?.reach(keys, before: self)
        for key in keys {
            guard let number = unmerged(key), number < writtenCount else { continue }
            mergeEarly(number, in: core)
        }
        core.merging?.moveLinks(from: object.key)
    }

    /// A change, and those on whose objects it depends.
    /// - Parameter keepsBack: whether a change has to wait; nil where nothing else is to be merged. Else both ends of a link between two
    ///   come at once: the second would end what a later merge makes of the first.
    private func withRequired(_ number: Int, _ keepsBack: ((ObjectKey) -> Bool)? = nil) -> [Int] {
        guard number < writtenCount else { return [number] }
        var (found, seen) = ([number], Set([number]))
        var index = 0
        while index < found.count {
            let change = change(found[index])
            index += 1
            for place in required.places(of: change.row.layout) {
                guard let key = change.row.memory.destinationKey(place), let other = unmerged(key),
                    other < insertedCount, seen.insert(other).inserted
                else { continue }
                found.append(other)
            }
            guard let keepsBack else { continue }
            for key in change.movedPartners {
                guard let other = unmerged(key), other < writtenCount, !keepsBack(key),
                    seen.insert(other).inserted
                else { continue }
                found.append(other)
            }
        }
        return found
    }

    func reachOthers(of object: NSManagedObject, _ place: SlotPlace, in core: ContextCore) {
        guard left > 0, let number = numbers[object.key], number < writtenCount else { return }
        reach(object.key, in: core)
        if place.kind == .toOne {
            // A link to what has not come is kept back until then.
            if let key = change(number).row.memory.destinationKey(place) { reach(key, in: core) }
            return
        }
        for members in change(number).members where members.slot == Int(place.slot) {
            for identity in members.added + members.removed { reach(identity.key, in: core) }
        }
    }

    /// Whether any insertion is still to be applied.
    var awaitsObjects: Bool { insertedLeft > 0 }

    /// Whether the insertion of an object is still to be applied.
    func isAwaited(_ key: ObjectKey) -> Bool {
        insertedLeft > 0 && unmerged(key).map { $0 < insertedCount } ?? false
    }

    /// Whether what has become of an object, that is not deleted, is still to come.
    func isToWrite(_ key: ObjectKey) -> Bool { unmerged(key).map { $0 < writtenCount } ?? false }

    func finish(in core: ContextCore) {
        core.childLinks.saves.noteTaken(self)
        core.noteTaken(changes, from: child)
    }
}

extension ObjectChange {
    /// The object's key, and those of the objects to which it is linked by this.
    fileprivate var ends: [ObjectKey] {
        [key] + movedLinks.compactMap { $0.new?.key } + members.flatMap { ($0.added + $0.removed).map(\.key) }
    }

    /// Where links between two have led, and lead now.
    fileprivate var movedPartners: [ObjectKey] {
        movedLinks.flatMap { link in
            [link.old, link.new].compactMap(\.self).filter { identity in
                link.inverse >= 0 && ObjectLayout.of(identity.entity).places[link.inverse].kind == .toOne
            }
        }
        .map(\.key)
    }

    /// Relationships to one that were changed.
    private var movedLinks: [(inverse: Int, old: NSManagedObjectID?, new: NSManagedObjectID?)] {
        row.layout.relationships.compactMap { relationship in
            let place = relationship.place
            guard !relationship.isToMany else { return nil }
            let (old, new) = (previous?.destination(place), row.destination(place))
            return old?.key == new?.key ? nil : (relationship.inverse, old, new)
        }
    }
}
