internal import MainspringModel

/// The contexts below a context, and what they may have read of it.
struct ChildReaders {
    private let cores: [ContextCore]
    /// Whether any object has to be taken for one that they have: changes are on their way, or identities that they
    /// have not learned.
    let knowsAll: Bool

    /// - Returns: nil if no context is below, and no changes are on their way.
    init?(below core: ContextCore) {
        var (found, isOnItsWay) = ([ContextCore](), !core.childSaves.isEmpty)
        if !core.children.isEmpty {
            found = core.children.contexts.map(\.core)
            var index = 0
            while index < found.count {
                isOnItsWay = isOnItsWay || !found[index].childSaves.isEmpty || found[index].replaced.isFilled
                found += found[index].children.contexts.map(\.core)
                index += 1
            }
        }
        guard !found.isEmpty || isOnItsWay else { return nil }
        (cores, knowsAll) = (found, isOnItsWay)
    }

    /// Whether one of the contexts may have an object.
    func mayHave(_ key: ObjectKey) -> Bool { knowsAll || cores.contains { $0.table.contains(key) } }

    /// The keys and the entities of the objects that the contexts have under identities of stores.
    var contents: [(key: ObjectKey, entity: NSEntityDescription)] {
        cores.flatMap { $0.table.contents }.filter { !$0.key.isTemporary }
    }
}
