import Foundation
import MainspringData
import TrialProcesses
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
        let (seed, transfers, detectsConflicts) = (seed, transfers, detectsConflicts)
        try Clerk.onThreads(threads) { thread in
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = root
            child.detectsConflictsInParent = detectsConflicts
            let clerk = Clerk(
                name: "\(thread)", seed: seed &+ UInt64(thread), transfers: transfers, parent: parent)
            try clerk.run(child) { body in
                if !detectsConflicts { turns.lock() }
                defer { if !detectsConflicts { turns.unlock() } }
                guard try Clerk.save(child, body) else { return false }
                try root.performAndWait { try root.save() }
                return true
            }
        }
        try file.close()
    }
}
