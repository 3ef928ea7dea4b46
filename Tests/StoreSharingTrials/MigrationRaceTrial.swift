import Foundation
import MainspringModel
import SeededRandom
import StoreFaults
import TrialStores

@testable import MainspringData

/// Processes that open one store with a new version of its model at once, and one that has it open with the old version.
final class MigrationRaceTrial {
    private let trial: TrialRun
    private var random: SeededGenerator

    init(_ trial: TrialRun) {
        self.trial = trial
        random = SeededGenerator(seed: trial.seed)
    }

    private func store(_ number: Int) -> String { trial.folder + "/store\(number).sqlite" }

    func run(count: Int) {
        for number in 0..<count {
            trial.run("the process that makes store \(number)") { [self] _ in try ShelfStore.make(store(number)) }
            switch number % 3 {
            case 0: together(number)
            case 1: inTheMidst(number)
            default: whileOpen(number)
            }
            trial.run("the process that looks at store \(number)") { [self] _ in
                try require(ShelfStore.isMigrated(store(number)), "it is the old store")
                let file = try ShelfStore.open(store(number), version: 2)
                try ShelfStore.requireAll(Self.numbers(number % 3 == 2), file.context())
                try file.close()
            }
        }
        say("\(count) stores migrated")
    }

    /// The shelves that there are, one more after the last was saved.
    private static func numbers(_ isSaved: Bool) -> Set<Int> { Set(0..<ShelfStore.count + (isSaved ? 1 : 0)) }

    /// Two begin when they are told to.
    private func together(_ number: Int) {
        let both = (0..<2).map { _ in trial.start { [self] in try migrate(number, $0, faults: nil) } }
        for one in both { trial.expect("ready", from: one) }
        for one in both { one.tell("go") }
        for one in both { trial.finish(one, "a process that migrates beside another") }
    }

    /// One begins while the other is about to commit, which that does, or is killed.
    private func inTheMidst(_ number: Int) {
        let first = trial.start { [self] in try migrate(number, $0, faults: SQLiteFaults(), isHeld: true) }
        trial.expect("ready", from: first)
        first.tell("go")
        trial.expect("holding", from: first, "the first that migrates")
        let second = trial.start { [self] in try migrate(number, $0, faults: SQLiteFaults()) }
        trial.expect("ready", from: second)
        second.tell("go")
        trial.expect("refused", from: second, "the second that migrates")
        if Bool.random(using: &random) {
            first.tell("release")
            trial.finish(first, "the first that migrates")
        } else {
            trial.kill(first, "the first that migrates")
        }
        trial.finish(second, "the second that migrates")
    }

    /// One has the old store open while another migrates it.
    private func whileOpen(_ number: Int) {
        let old = trial.start { [self] in try keepOpen(number, $0) }
        trial.expect("open", from: old, "the process with the old model")
        let new = trial.start { [self] in try migrate(number, $0, faults: nil) }
        new.tell("go")
        trial.finish(new, "the process that migrates beside one with the old model")
        old.tell("save")
        trial.finish(old, "the process with the old model")
    }

    // MARK: In the other processes

    private func migrate(_ number: Int, _ parent: Parent, faults: SQLiteFaults?, isHeld: Bool = false) throws {
        var options = OpenStore.patience
        if let faults {
            options[SQLiteFaults.option] = faults
            if isHeld { faults.holdCommits() }
            Thread {
                isHeld ? faults.waitUntilHeld() : faults.waitUntilRefused()
                parent.hear(isHeld ? "holding" : "refused")
                guard isHeld else { return }
                // Without a word the trial has ended.
                guard parent.nextWord() == "release" else { exit(1) }
                faults.releaseCommits()
            }.start()
        }
        parent.hear("ready")
        try parent.wait(for: "go")
        // What is held is what reaches the disk.
        let file = try ShelfStore.open(store(number), version: 2, pragmas: ["synchronous": "FULL"], options: options)
        try ShelfStore.requireAll(Self.numbers(false), file.context())
        try file.close()
    }

    /// Wants to save into what was migrated meanwhile, is told not to, and does it another way.
    private func keepOpen(_ number: Int, _ parent: Parent) throws {
        let file = try ShelfStore.open(store(number), version: 1)
        let context = file.context()
        try context.performAndWait {
            let shelf = try context.all("Shelf").first
            try require(shelf?.value(forKey: "number") is Int, "there is no shelf")
            ShelfStore.insert(ShelfStore.count, "Shelf", context)
        }
        parent.hear("open")
        try parent.wait(for: "save")
        let error = context.performAndWait { () -> NSError? in
            do {
                try context.save()
                return nil
            } catch {
                return error as NSError
            }
        }
        try require(
            error?.domain == NSCocoaErrorDomain && error?.code == NSPersistentStoreIncompatibleVersionHashError,
            "the save gives \(error as Any)")
        let sentence = error?.localizedDescription ?? ""
        try require(
            sentence.contains("was migrated to another version of its model while it was open")
                && sentence.contains("add it again with that version"), "the save says “\(sentence)”")
        // All is still in the context, and can be saved with the other model.
        let kept = try context.performAndWait {
            let shelves = context.insertedObjects.filter { $0.entity.name == "Shelf" }
            try require(context.hasChanges && context.insertedObjects.count == 2, "the context has lost its objects")
            return shelves.compactMap { $0.value(forKey: "number") as? Int }
        }
        try file.close()
        let new = try ShelfStore.open(store(number), version: 2)
        let other = new.context()
        try other.performAndWait {
            for number in kept { ShelfStore.insert(number, "Rack", other) }
            try other.save()
        }
        try new.close()
    }
}
