import Foundation
import MainspringData
import MainspringModel
import SeededRandom
import TrialStores

/// Processes that copy a store into which another one saves all the time, and look at what they have got.
final class CopyTrial {
    private let trial: TrialRun
    private let pragmas: [String: any Sendable]
    private var random: SeededGenerator

    init(_ trial: TrialRun, journalMode: String) {
        self.trial = trial
        pragmas = ["journal_mode": journalMode]
        random = SeededGenerator(seed: trial.seed)
    }

    private enum Way: CaseIterable {
        /// The file as it is, put where nothing is.
        case file
        /// The file as it is, put in the place of the copy before.
        case again
        /// All objects, by the coordinator that has the store.
        case objects
    }

    private var store: String { trial.folder + "/pairs.sqlite" }

    private func copy(_ number: Int, _ way: Way) -> String {
        trial.folder + (way == .again ? "/again.sqlite" : "/copy\(number).sqlite")
    }

    func run(count: Int) {
        trial.run("the process that makes the store") { [self] _ in try PairStore.open(store, pragmas).close() }
        let saver = trial.start(save)
        for number in 0..<count {
            let way = Way.allCases[number % Way.allCases.count]
            let before = wait(for: saver, saves: Int.random(in: 1...40, using: &random))
            let copier = trial.start { [self] _ in try copy(number, way) }
            while !copier.isSilent { ChildProcess.listen(to: [saver, copier]) }
            trial.finish(copier, "the process that makes copy \(number), \(way),")
            // It was not stopped by that.
            let after = wait(for: saver, saves: 2)
            trial.run("the process that looks at copy \(number), \(way),") { [self] _ in
                try look(number, way, saves: before...after)
            }
        }
        saver.tell("stop")
        trial.finish(saver, "the process that saves")
        say("\(count) copies while \(saver.lines.count) saves were done")
    }

    /// Waits until so many saves more are done.
    /// - Returns: how many were told of in all.
    private func wait(for saver: ChildProcess, saves: Int) -> Int {
        let wanted = saver.lines.count + saves
        while saver.lines.count < wanted {
            guard !saver.isSilent else {
                trial.fail("the process that saves ended with \(saver.waitForEnd()): \(saver.lines.suffix(3))")
            }
            ChildProcess.listen(to: [saver])
        }
        return saver.lines.count
    }

    // MARK: In the other processes

    /// How many pairs there are at most: the oldest goes with each save.
    private static let pairCount = 60

    /// Saves until there is a word.
    private func save(_ parent: Parent) throws {
        let file = try PairStore.open(store, pragmas)
        let context = file.context()
        var pairs: [NSManagedObject] = []
        var number = 0
        while !parent.hasWord {
            try context.performAndWait {
                pairs.append(PairStore.insert(number, context))
                if pairs.count > Self.pairCount { context.delete(pairs.removeFirst()) }
                try context.save()
            }
            parent.hear("saved \(number)")
            number += 1
        }
        try file.close()
    }

    private func copy(_ number: Int, _ way: Way) throws {
        let new = URL(fileURLWithPath: copy(number, way))
        guard way == .objects else {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: .init())
            return try coordinator.replacePersistentStore(
                at: new, withPersistentStoreFrom: URL(fileURLWithPath: store), type: .sqlite)
        }
        let file = try PairStore.open(store, pragmas)
        let copy = try file.coordinator.migratePersistentStore(
            file.store, to: new, options: [NSPersistentHistoryTrackingKey: true], type: .sqlite)
        try file.coordinator.remove(copy)
    }

    /// - Parameter saves: how many were told of when the copy was begun, and how many by now. One more may have been done.
    private func look(_ number: Int, _ way: Way, saves: ClosedRange<Int>) throws {
        let (numbers, transactions) = try PairStore.look(copy(number, way), pragmas)
        guard let last = numbers.last else { throw Broken(description: "the copy has nothing") }
        try require(
            saves.contains(last + 1) || last == saves.upperBound,
            "the last save in the copy is number \(last), and \(saves) were told of meanwhile")
        try require(
            numbers == Array(max(0, last + 1 - Self.pairCount)...last), "the copy has the pairs \(numbers)")
        // A copy of the objects is one save.
        let expected = way == .objects ? 1 : last + 1
        try require(transactions == expected, "the history has \(transactions) saves, and not \(expected)")
        // It is a store of its own.
        let file = try PairStore.open(copy(number, way), pragmas)
        let context = file.context()
        try context.performAndWait {
            _ = PairStore.insert(last + 1, context)
            try context.save()
        }
        try file.close()
    }
}
