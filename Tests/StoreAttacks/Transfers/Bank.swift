import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import TrialStores

/// A store with accounts and with a row for each transfer between two of them.
struct Bank {
    let path: String

    static let accounts = 12
    static let balance = 1_000
    static var sum: Int { accounts * balance }

    private static func model() -> NSManagedObjectModel {
        let numbers = { (names: [String]) in names.map { TrialModel.attribute($0, .integer64AttributeType) } }
        let account = TrialModel.entity("Account", numbers(["number", "balance"]))
        let transfer = TrialModel.entity("Transfer", numbers(["from", "to", "amount"]))
        transfer.properties.append(TrialModel.attribute("name", .stringAttributeType))
        return TrialModel.model([account, transfer])
    }

    func open() throws -> OpenStore {
        try OpenStore(path, Self.model(), keepsHistory: true, options: OpenStore.patience)
    }

    func make() throws {
        let file = try open()
        let context = file.context()
        try context.performAndWait {
            for number in 0..<Self.accounts {
                _ = context.insert("Account", ["number": number, "balance": Self.balance])
            }
            try context.save()
        }
        try file.close()
    }

    // MARK: Checking

    /// Checks the balances, the transfers and the history.
    /// - Parameters:
    ///   - acknowledged: The names of the transfers that were acknowledged.
    ///   - mayHaveMore: Whether other transfers may be there, which a killed process could not acknowledge.
    ///   - isNamed: Whether each transaction of the history has the name of its transfer as the author.
    func check(acknowledged: [String], mayHaveMore: Bool, isNamed: Bool) throws {
        let file = try open()
        let context = file.context()
        try context.performAndWait {
            let transfers = try context.all("Transfer")
            let names = transfers.compactMap { $0.value(forKey: "name") as? String }
            try require(names.count == transfers.count, "a transfer has no name")
            try Self.requireOnce(acknowledged, in: names, mayHaveMore: mayHaveMore, "among the transfers")
            try Self.checkBalances(try context.all("Account"), transfers)
            try checkHistory(context, names, isNamed: isNamed)
        }
        try file.close()
        try StoreVerification.requireClean(path)
    }

    private static func requireOnce(
        _ acknowledged: [String], in names: [String], mayHaveMore: Bool, _ place: String
    ) throws {
        let counts = Dictionary(grouping: names) { $0 }.mapValues(\.count)
        for (name, count) in counts {
            try require(count == 1, "the transfer \(name) exists \(count) times \(place)")
        }
        for name in acknowledged {
            try require(counts[name] != nil, "the acknowledged transfer \(name) is missing \(place)")
        }
        let more = Set(names).subtracting(acknowledged).sorted()
        try require(mayHaveMore || more.isEmpty, "the transfers \(more) exist \(place), and were not acknowledged")
    }

    private static func checkBalances(_ accounts: [NSManagedObject], _ transfers: [NSManagedObject]) throws {
        var expected = [Int](repeating: balance, count: Self.accounts)
        for transfer in transfers {
            guard let from = transfer.value(forKey: "from") as? Int, let to = transfer.value(forKey: "to") as? Int,
                let amount = transfer.value(forKey: "amount") as? Int
            else { throw Broken(description: "a transfer is not complete") }
            expected[from] -= amount
            expected[to] += amount
        }
        var found = [Int](repeating: 0, count: Self.accounts)
        for account in accounts {
            guard let number = account.value(forKey: "number") as? Int else { continue }
            found[number] += account.value(forKey: "balance") as? Int ?? 0
        }
        try require(
            found.reduce(0, +) == sum, "the sum of all accounts is \(found.reduce(0, +)) instead of \(sum): \(found)")
        try require(found == expected, "the accounts are \(found), and by their transfers \(expected)")
    }

    /// Each transfer is inserted by one change of the history, in a transaction that changes two accounts.
    private func checkHistory(_ context: NSManagedObjectContext, _ names: [String], isNamed: Bool) throws {
        let nothing: NSPersistentHistoryToken? = nil
        let result =
            try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: nothing))
            as? NSPersistentHistoryResult
        let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
        var inserted: [String] = []
        for transaction in transactions {
            let changes = transaction.changes ?? []
            let transfers = changes.filter { $0.changedObjectID.entity.name == "Transfer" }
            for change in transfers {
                try require(change.changeType == .insert, "the history changes or deletes a transfer")
                let object = try context.existingObject(with: change.changedObjectID)
                inserted.append(object.value(forKey: "name") as? String ?? "")
            }
            guard isNamed, let author = transaction.author else { continue }
            try require(
                transfers.count == 1 && inserted.last == author && changes.count == 3,
                "the transaction of the transfer \(author) has \(changes.count) changes, \(transfers.count) of them transfers"
            )
        }
        try Self.requireOnce(names, in: inserted, mayHaveMore: false, "in the history")
    }
}
