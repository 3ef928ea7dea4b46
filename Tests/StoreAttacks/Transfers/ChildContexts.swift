import Foundation
import MainspringData
import TrialProcesses
import TrialStores

/// Transfers through child contexts of one parent, each on a thread of its own.
///
/// By default a child's save overwrites what another child has saved into the parent since the child read it, as
/// Apple's does. So the children take turns: each reads, saves, and saves the parent before the next one reads.
struct ChildContexts {
    let bank: Bank
    let seed: UInt64
    let transfers: Int

    /// Lets the saves of a child throw if its parent has newer values of an object that the child changed.
    ///
    /// This is the place for the option of `NSManagedObjectContext` for that. With it the children take no turns.
    /// - Returns: Whether there is such an option.
    private static func letSavesConflict(_ child: NSManagedObjectContext) -> Bool { false }

    func run(_ threads: Range<Int>, _ parent: Parent) throws {
        let file = try bank.open()
        let root = file.context()
        let turns = NSLock()
        let (seed, transfers) = (seed, transfers)
        try Clerk.onThreads(threads) { thread in
            let child = NSManagedObjectContext(.privateQueue)
            child.parent = root
            let clerk = Clerk(
                name: "\(thread)", seed: seed &+ UInt64(thread), transfers: transfers, parent: parent)
            let takesTurns = !Self.letSavesConflict(child)
            try clerk.run(child) { body in
                if takesTurns { turns.lock() }
                defer { if takesTurns { turns.unlock() } }
                guard try Clerk.save(child, body) else { return false }
                try root.performAndWait { try root.save() }
                return true
            }
        }
        try file.close()
    }
}
