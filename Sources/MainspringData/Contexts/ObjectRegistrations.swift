internal import Foundation
internal import Locks
internal import Synchronization

/// Which objects a context has, for stores that want to hear of it.
///
/// Costs a load an object as long as no store does. Objects end on any thread; stores are told on the context's queue, at
/// the end of an event and after a fetch, and by whoever ends the context.
final class ObjectRegistrations: Sendable {
    private struct State {
        /// How many objects there are of a key: one that ends may be followed before it has gone.
        var present: [ObjectKey: Int] = [:]
        /// Of which stores know.
        var told: Set<ObjectKey> = []
        /// What has come or gone since they were told.
        var changed: [ObjectKey: Registration] = [:]
        /// Who drops rows that no context has objects of any more.
        var keepers: [Keeper] = []
    }

    /// Rows that are kept for objects.
    private struct Keeper {
        weak var pages: RowPages?
    }

    private struct Registration: @unchecked Sendable {
        // `@unchecked Sendable`: identities are constant.
        let identity: NSManagedObjectID
    }

    private let isOn = Atomic(false)
    private let hasKeepers = Atomic(false)
    private let state = Guarded(State())

    /// A store wants to hear of a context's objects, those that are here already among them.
    func begin(with table: ObjectTable) {
        guard !isOn.exchange(true, ordering: .relaxed) else { return }
        for object in table.objects { note(object) }
    }

    /// Whether stores want to hear.
    var isWanted: Bool { isOn.load(ordering: .relaxed) }

    /// An object is here from now on.
    @inline(__always)
    func note(_ object: NSManagedObject) {
        if isOn.load(ordering: .relaxed) { count(object, 1) }
    }

    /// An object is not here any more.
    @inline(__always)
    func noteGone(_ object: NSManagedObject) {
        if isOn.load(ordering: .relaxed) { count(object, -1) }
    }

    func noteGone(_ objects: [NSManagedObject]) {
        for object in objects { noteGone(object) }
    }

    private func count(_ object: NSManagedObject, _ difference: Int) {
        // No store has it.
        guard !object.key.isTemporary else { return }
        let registration = Registration(identity: object.objectID)
        let key = object.key
        state.withLock { state in
            let count = state.present[key, default: 0] + difference
            state.present[key] = count > 0 ? count : nil
            state.changed[key] = registration
        }
    }

    /// Rows are kept for the context's objects.
    func keep(_ pages: RowPages) {
        state.withLock { state in
            state.keepers.removeAll { $0.pages == nil }
            state.keepers.append(Keeper(pages: pages))
        }
        hasKeepers.store(true, ordering: .relaxed)
    }

    /// Tells the stores what has come and gone.
    func tell() {
        if hasKeepers.load(ordering: .relaxed) {
            for pages in state.withLock({ $0.keepers.compactMap(\.pages) }) { pages.dropUnused() }
        }
        guard isOn.load(ordering: .relaxed) else { return }
        let (come, gone) = state.withLock { state in
            var (come, gone) = ([Registration](), [Registration]())
            for (key, registration) in state.changed {
                switch (state.present[key] != nil, state.told.contains(key)) {
                case (true, false):
                    come.append(registration)
                    state.told.insert(key)
                case (false, true):
                    gone.append(registration)
                    state.told.remove(key)
                default: break
                }
            }
            state.changed = [:]
            return (come, gone)
        }
        Self.tell(come.map(\.identity), isRegistered: true)
        Self.tell(gone.map(\.identity), isRegistered: false)
    }

    private static func tell(_ identities: [NSManagedObjectID], isRegistered: Bool) {
        guard !identities.isEmpty else { return }
        for (number, identities) in Dictionary(grouping: identities, by: \.key.store) {
            StoreNumbers.store(number)?.service.noteRegistered(identities, isRegistered: isRegistered)
        }
    }
}

extension ContextCore {
    /// Removes an object, which keeps its values.
    final func forget(_ object: NSManagedObject) {
        objectMap.remove(object)
        orphan(object, keepingValues: true)
    }
}
