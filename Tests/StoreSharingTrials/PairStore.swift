import Foundation
import MainspringModel
import TrialStores

@testable import MainspringData

/// A store of pairs: each save makes one, of two objects that lead to each other and have the number of the save.
enum PairStore {
    private static func model() -> NSManagedObjectModel {
        let (left, right) = (
            TrialModel.entity("Left", [TrialModel.attribute("number", .integer64AttributeType)]),
            TrialModel.entity("Right", [TrialModel.attribute("number", .integer64AttributeType)])
        )
        TrialModel.relate(.init(left, "right", rule: .cascadeDeleteRule), .init(right, "left"))
        return TrialModel.model([left, right])
    }

    static func open(
        _ path: String, _ pragmas: [String: any Sendable] = [:], options: [AnyHashable: Any] = [:]
    ) throws -> OpenStore {
        try OpenStore(
            path, model(), pragmas: pragmas, keepsHistory: true, options: OpenStore.patience.merging(options) { $1 })
    }

    static func insert(_ number: Int, _ context: NSManagedObjectContext) -> NSManagedObject {
        let right = context.insert("Right", ["number": number])
        return context.insert("Left", ["number": number, "right": right])
    }

    /// The numbers of the pairs of a store that must be whole, sorted, and how many saves its history has, by which those pairs must
    /// have come.
    static func look(_ path: String, _ pragmas: [String: any Sendable]) throws -> (numbers: [Int], saves: Int) {
        try StoreLook(path).requireWhole()
        let file = try open(path, pragmas)
        let context = file.context()
        let found = try context.performAndWait {
            let (lefts, rights) = (try context.all("Left"), try context.all("Right"))
            for left in lefts {
                let right = left.value(forKey: "right") as? NSManagedObject
                let (own, other) = (left.value(forKey: "number") as? Int, right?.value(forKey: "number") as? Int)
                try require(
                    own != nil && own == other && right?.value(forKey: "left") as? NSManagedObject === left,
                    "the pair \(own.map { "\($0)" } ?? "without a number") is not whole")
            }
            try require(lefts.count == rights.count, "there are \(lefts.count) of one and \(rights.count) of the other")
            let (saves, live) = try replay(context)
            let there = Set(
                (lefts + rights).map { $0.objectID.uriRepresentation().lastPathComponent + $0.entity.name! })
            try require(
                live == there, "by its history the store has \(live.count) objects, and there are \(there.count)")
            return (lefts.compactMap { $0.value(forKey: "number") as? Int }.sorted(), saves)
        }
        try file.close()
        return found
    }

    /// How many transactions the history has, and what there must be by them.
    private static func replay(_ context: NSManagedObjectContext) throws -> (Int, Set<String>) {
        let result = try context.execute(
            NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?))
        let transactions =
            (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
        var live: Set<String> = []
        for change in transactions.flatMap({ $0.changes ?? [] }) {
            let identity = change.changedObjectID
            let key = identity.uriRepresentation().lastPathComponent + (identity.entity.name ?? "")
            switch change.changeType {
            case .insert: try require(live.insert(key).inserted, "\(key) is inserted twice")
            case .update: try require(live.contains(key), "\(key) is changed, and is not there")
            case .delete: try require(live.remove(key) != nil, "\(key) is deleted, and is not there")
            }
        }
        return (transactions.count, live)
    }
}
