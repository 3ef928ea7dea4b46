internal import Locks
internal import Synchronization

/// The contexts that hear what is saved into a coordinator's stores, or into a context, and want to merge it at once.
final class SaveBroadcast: Sendable {
    private struct Listener {
        @Unkept var context: NSManagedObjectContext?
    }

    private let listeners = Guarded<[Listener]>([])

    /// A context has got its objects from there from now on.
    func add(_ context: NSManagedObjectContext) {
        listeners.withLock { listeners in
            listeners.removeAll { $0.context == nil }
            listeners.append(Listener(context: context))
        }
    }

    func remove(_ context: NSManagedObjectContext) {
        listeners.withLock { $0.removeAll { $0.context == nil || $0.context === context } }
    }

    /// Whether no context is listed. A listed one may have ended since.
    var isEmpty: Bool { listeners.withLock { $0.isEmpty } }

    /// All that are still there.
    var contexts: [NSManagedObjectContext] { listeners.withLock { $0.compactMap(\.context) } }

    /// Lets all merge what was saved, each on its queue and later, but for the context that has saved it. From any thread.
    /// - Parameter saved: is asked for if anybody wants to know.
    func post(_ saved: @autoclosure () -> SavedIdentities, from sender: ContextCore) {
        let listening = contexts.filter {
            $0.core !== sender && $0.core.mergeSettings.isAutomatic.load(ordering: .relaxed)
        }
        guard !listening.isEmpty else { return }
        let saved = saved()
        guard !saved.isEmpty else { return }
        for context in listening {
            if context.core.mergesInSlices {
                MainSlices.shared.bring(.saved(SavedMerge(saved)), to: context)
            } else {
                context.perform { context.core.merge(saved) }
            }
        }
    }
}
