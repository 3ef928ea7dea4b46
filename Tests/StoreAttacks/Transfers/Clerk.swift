import Foundation
import Locks
import MainspringData
import MainspringFoundation
import SeededRandom
import TrialStores

/// A thread that transfers amounts between accounts.
///
/// What a thread reads may be outdated when it saves. Its save then fails by a conflict, and it tries again.
struct Clerk {
    /// The first part of the names of its transfers.
    let name: String
    let seed: UInt64
    let transfers: Int
    /// Where each transfer is acknowledged.
    let parent: Parent

    private static let mostAttempts = 10_000

    /// Transfers amounts in a context.
    /// - Parameter attempt: Runs a closure that transfers and saves; returns false after a conflict.
    func run(_ context: NSManagedObjectContext, _ attempt: (_ body: () throws -> Void) throws -> Bool) throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<transfers {
            let from = Int.random(in: 0..<Bank.accounts, using: &random)
            let to = (from + Int.random(in: 1..<Bank.accounts, using: &random)) % Bank.accounts
            let amount = Int.random(in: 1...100, using: &random)
            let title = "\(name)/\(number)"
            var attempts = 0
            while try !attempt({ try transfer(title, from, to, amount, context) }) {
                attempts += 1
                try require(attempts < Self.mostAttempts, "the transfer \(title) had \(attempts) conflicts")
            }
            for _ in 0..<attempts { parent.hear("conflict") }
            parent.hear("moved \(title)")
        }
    }

    /// Changes two accounts and inserts a transfer, on the context's queue. Saves nothing.
    private func transfer(
        _ title: String, _ from: Int, _ to: Int, _ amount: Int, _ context: NSManagedObjectContext
    ) throws {
        context.refreshAllObjects()
        context.transactionAuthor = title
        let request = NSFetchRequest<NSManagedObject>(entityName: "Account")
        request.predicate = NSPredicate(format: "number == \(from) OR number == \(to)")
        let accounts = try context.fetch(request)
        try require(accounts.count == 2, "there are \(accounts.count) accounts with the numbers \(from) and \(to)")
        for account in accounts {
            let balance = account.value(forKey: "balance") as? Int ?? 0
            let isSource = account.value(forKey: "number") as? Int == from
            account.setValue(balance + (isSource ? -amount : amount), forKey: "balance")
        }
        _ = context.insert("Transfer", ["name": title, "from": from, "to": to, "amount": amount])
    }

    /// Runs a closure that changes a context, and saves the context.
    /// - Returns: False after a conflict, which leaves no changes in the context.
    static func save(_ context: NSManagedObjectContext, _ body: () throws -> Void) throws -> Bool {
        try context.performAndWait {
            do {
                try body()
                try context.save()
                return true
            } catch let error as NSError where error.code == NSManagedObjectMergeError {
                context.rollback()
                return false
            }
        }
    }

    // MARK: Threads

    /// Runs a closure for each of some numbers, each on a thread of its own, and waits for all.
    /// - Throws: The sentence of an error of one of them.
    static func onThreads(_ numbers: Range<Int>, _ body: @escaping @Sendable (Int) throws -> Void) throws {
        let failure = Guarded<String?>(nil)
        let ended = DispatchSemaphore(value: 0)
        for number in numbers {
            Thread {
                do {
                    try body(number)
                } catch {
                    let text = sentence(of: error)
                    failure.withLock { $0 = $0 ?? text }
                }
                ended.signal()
            }.start()
        }
        for _ in numbers { ended.wait() }
        if let text = failure.withLock({ $0 }) { throw Broken(description: text) }
    }
}
