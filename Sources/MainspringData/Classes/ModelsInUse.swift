internal import Locks
internal import MainspringModel

/// The models of the program's coordinators: where a class looks for its entity.
enum ModelsInUse {
    private struct Entry {
        weak var model: NSManagedObjectModel?
    }

    private static let entries = Guarded<[Entry]>([])

    /// A coordinator has a model from now on.
    static func add(_ model: NSManagedObjectModel) {
        entries.withLock { entries in
            entries.removeAll { $0.model == nil || $0.model === model }
            entries.append(Entry(model: model))
        }
    }

    /// Those that are still there; the one of the newest coordinator first.
    static var newestFirst: [NSManagedObjectModel] {
        entries.withLock { $0.reversed().compactMap(\.model) }
    }
}
