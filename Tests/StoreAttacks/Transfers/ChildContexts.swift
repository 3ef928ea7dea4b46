import Foundation
import MainspringData
import TrialStores

/// Transfers through child contexts of one parent, each on a thread of its own.
///
/// By default a child's save overwrites what another child has saved into the parent since the child read it, as
/// Apple's does. So the children take turns, or their saves may conflict.
struct ChildContexts {
    let bank: Bank
    let seed: UInt64
    let transfers: Int
    /// Whether a child's save throws if the parent has newer values of what the child changed. Else the children take
    /// turns: each reads, saves, and saves the parent before the next one reads.
    let detectsConflicts: Bool

    func run(_ threads: Range<Int>, _ parent: Parent) throws {
        let file = try bank.open()
        let root = file.context()
        let turns = NSLock()
        let detectsConflicts = detectsConflicts
        try run(threads, parent, { _ in child(of: root) }) { _, child, body in
            if !detectsConflicts { turns.lock() }
            defer { if !detectsConflicts { turns.unlock() } }
            guard try Clerk.save(child, body) else { return false }
            try root.performAndWait { try root.save() }
            return true
        }
        try file.close()
    }

    /// Transfers through children of contexts between them and the root, two children each. If such a context conflicts
    /// with the root, it rolls back whole transfers of both children.
    func runNested(_ threads: Range<Int>, _ parent: Parent) throws {
        let file = try bank.open()
        let root = file.context()
        let middles = (0..<(threads.count + 1) / 2).map { _ in Middle(context: child(of: root)) }
        let middle = { @Sendable (thread: Int) in middles[(thread - threads.lowerBound) / 2] }
        try run(threads, parent, { child(of: middle($0).context) }) { thread, child, body in
            try middle(thread).turns.withLock {
                guard try Clerk.save(child, body) else { return false }
                let context = middle(thread).context
                guard try Clerk.save(context, {}) else {
                    // Objects that are not in the conflict may be outdated as well.
                    context.performAndWait { context.refreshAllObjects() }
                    return false
                }
                try root.performAndWait { try root.save() }
                return true
            }
        }
        try file.close()
    }

    /// A context between children and the root.
    private struct Middle: Sendable {
        let context: NSManagedObjectContext
        /// Held from the save of a child to that of the root, so that no rollback for another transfer comes between.
        let turns = NSLock()
    }

    private func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
        let child = NSManagedObjectContext(.privateQueue)
        child.parent = parent
        child.detectsConflictsInParent = detectsConflicts
        return child
    }

    private func run(
        _ threads: Range<Int>, _ parent: Parent, _ makeContext: @escaping @Sendable (Int) -> NSManagedObjectContext,
        _ attempt: @escaping @Sendable (Int, NSManagedObjectContext, () throws -> Void) throws -> Bool
    ) throws {
        let (seed, transfers) = (seed, transfers)
        try Clerk.onThreads(threads) { thread in
            let context = makeContext(thread)
            let clerk = Clerk(
                name: "\(thread)", seed: seed &+ UInt64(thread), transfers: transfers, parent: parent)
            try clerk.run(context) { body in try attempt(thread, context, body) }
        }
    }
}
