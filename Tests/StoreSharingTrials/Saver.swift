import Dispatch
import Foundation
import Locks
import MainspringModel
import SeededRandom
import TrialStores

@testable import MainspringData

/// A process in which several contexts save, and another one takes over what all processes have saved, by the history.
final class Saver: @unchecked Sendable {
    // `@unchecked Sendable`: constant but for what is guarded.

    private let folder: String
    private let (number, workers, saves): (Int, Int, Int)
    private let seed: UInt64
    private let failure = Guarded<String?>(nil)

    init(folder: String, number: Int, seed: UInt64, workers: Int, saves: Int) {
        (self.folder, self.number, self.seed, self.workers, self.saves) = (folder, number, seed, workers, saves)
    }

    func run(_ parent: Parent) throws {
        let file = try SharedStore.open(in: folder)
        let view = try HistoryView(file)
        let group = DispatchGroup()
        for worker in 0..<workers {
            group.enter()
            Thread { [self] in
                do {
                    try save(worker, file, parent)
                } catch {
                    failure.withLock { $0 = "\(error)" }
                }
                group.leave()
            }.start()
        }
        group.wait()
        if let sentence = failure.withLock({ $0 }) { throw Broken(description: sentence) }
        parent.hear("done")
        try parent.wait(for: "look")
        let count = try view.check(folder)
        parent.hear("\(view.noticeCount) notices, \(count) objects agree")
        try file.close()
    }

    /// Saves in a context of its own: a new item each time, changes of earlier ones, and some deletions, and says so each time; at the
    /// end the file must have just what this worker has saved.
    private func save(_ worker: Int, _ file: OpenStore, _ parent: Parent) throws {
        let context = file.context()
        context.transactionAuthor = "\(number).\(worker)"
        let count = saves / workers + (worker < saves % workers ? 1 : 0)
        try context.performAndWait {
            var random = SeededGenerator(seed: seed &+ UInt64(number * 100 + worker))
            var own: [(object: NSManagedObject, number: Int, turn: Int)] = []
            for step in 0..<count {
                let item = context.insert(
                    "Item", ["worker": context.transactionAuthor ?? "", "number": step, "turn": 0])
                if let index = own.indices.randomElement(using: &random) {
                    own[index].turn += 1
                    own[index].object.setValue(own[index].turn, forKey: "turn")
                }
                if own.count > 20 {
                    let gone = own.remove(at: Int.random(in: 0..<own.count, using: &random))
                    context.delete(gone.object)
                }
                own.append((item, step, 0))
                try context.save()
                parent.hear("saved")
            }
            let name = context.transactionAuthor ?? ""
            let expected = own.map { "\(name) \($0.number) \($0.turn)" }.sorted()
            let found = try SharedStore.lines(in: folder, worker: name)
            try require(found == expected, "The worker \(name) has saved \(expected), and the file has \(found).")
        }
    }
}
