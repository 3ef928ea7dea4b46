internal import MainspringModel

/// The contexts below a context, and what they may have read of it.
struct ChildReaders {
    private let cores: [ContextCore]
    /// Whether any object has to be taken for one that they have: changes are on their way, or identities that they
    /// have not learned.
    let knowsAll: Bool

    /// - Returns: nil if no context is below, and no changes are on their way.
    init?(below core: ContextCore) {
        var (found, isOnItsWay) = ([ContextCore](), !core.childLinks.saves.isEmpty)
        if !core.childLinks.broadcast.isEmpty {
            found = core.childLinks.broadcast.contexts.map(\.core)
            var index = 0
            while index < found.count {
                isOnItsWay =
                    isOnItsWay || !found[index].childLinks.saves.isEmpty || found[index].objectMap.replaced.isFilled
                found += found[index].childLinks.broadcast.contexts.map(\.core)
                index += 1
            }
        }
        guard !found.isEmpty || isOnItsWay else { return nil }
        (cores, knowsAll) = (found, isOnItsWay)
    }

    /// Whether one of the contexts may have an object.
    func mayHave(_ key: ObjectKey) -> Bool { knowsAll || cores.contains { $0.objectMap.table.contains(key) } }

    /// The keys and the entities of the objects that the contexts have under identities of stores.
    var contents: [(key: ObjectKey, entity: NSEntityDescription)] {
        cores.flatMap { $0.objectMap.table.contents }.filter { !$0.key.isTemporary }
    }
}
