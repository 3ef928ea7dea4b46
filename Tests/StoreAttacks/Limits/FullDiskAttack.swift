import Foundation
import MainspringData
import SeededRandom
import TrialStores

/// Saves, replacements and migrations on a small file system whose room is used up.
///
/// They fail with an error that says that the disk is full. Nothing acknowledged is lost. The store opens for reading
/// with less than 32 KB free, and is written again when there is room.
struct FullDiskAttack: AttackRound {
    private let run: AttackRun
    private let store: LedgerStore
    private let filler: Filler

    private static let worker = 1
    private static let turns = 6
    /// The words by which an error says that the disk is full.
    private static let clause = "the disk is full"

    init(_ run: AttackRun) {
        self.run = run
        store = .random(run.settings.disk + "/store.sqlite", using: &run.random)
        filler = Filler(run.settings.disk)
    }

    func play() -> Bool {
        clear()
        var acknowledged = Acknowledgments()
        for turn in 1...Self.turns {
            let room = Int.random(in: 0..<48, using: &run.random) * 4_096
            let least = Int.random(in: 0..<8, using: &run.random) * 4_096
            let lines = run.run("the process that saves on the full disk") { parent in
                try save(parent, room: room, isFirst: turn == 1)
            }
            run.checked { try acknowledged.note(lines, "the process that saves on the full disk") }
            run.counts[.refusals] += lines.count { $0 == "refused" }
            run.run("the process that reads with \(least) bytes free") { _ in try read(acknowledged.last, room: least) }
            if turn % 2 == 0 { run.run("the process that copies a store onto the full disk", copy) }
            let last = run.run("the process that saves when there is room", goOn)
            run.checked { try acknowledged.note(last, "the process that saves when there is room") }
            if run.isOver { break }
        }
        run.counts[.saves] += acknowledged.count
        clear()
        return true
    }

    /// Deletes all files on the file system.
    private func clear() {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: run.settings.disk)) ?? [] {
            try? files.removeItem(atPath: "\(run.settings.disk)/\(name)")
        }
    }

    // MARK: Saving

    /// Saves until there is no room, then makes room and saves the same changes.
    private func save(_ parent: Parent, room: Int, isFirst: Bool) throws {
        try store.withCoordinator { coordinator in
            let context = try LedgerContext(store, coordinator, seed: run.seed, worker: Self.worker)
            parent.hear("at \(context.ledger.step)")
            if isFirst { parent.hear("saved \(try context.save())") }
            try filler.leave(room)
            var isRefused = false
            while !isRefused {
                let step = try context.save { save in
                    do {
                        try save()
                    } catch {
                        isRefused = true
                        try requireFull(error, "a save")
                        try require(context.hasChanges, "a save that was refused has dropped the changes")
                        filler.remove()
                        try save()
                    }
                }
                parent.hear("saved \(step)")
                if isRefused { parent.hear("refused") }
            }
        }
    }

    /// Opens the store for reading, which must succeed, and for writing, which may fail for want of room.
    private func read(_ step: Int, room: Int) throws {
        try filler.leave(room)
        defer { filler.remove() }
        for isReadOnly in [true, false] {
            var store = store
            store.isReadOnly = isReadOnly
            let found: Int
            do {
                found = try store.withCoordinator { try store.step($0, seed: run.seed, worker: Self.worker) }
            } catch  where !isReadOnly {
                try requireFull(error, "opening a store")
                continue
            }
            try require(found == step, "with \(room) bytes free, save \(found) is found instead of save \(step)")
        }
    }

    /// Saves some steps, and checks the files.
    private func goOn(_ parent: Parent) throws {
        filler.remove()
        try store.withCoordinator { coordinator in
            let context = try LedgerContext(store, coordinator, seed: run.seed, worker: Self.worker)
            parent.hear("at \(context.ledger.step)")
            for _ in 0..<2 { parent.hear("saved \(try context.save())") }
        }
        try StoreVerification.requireClean(store.path)
        try StoreVerification.requireOnly([store], in: run.settings.disk)
    }

    // MARK: Copying

    /// Replaces the store, and migrates another one to its place, without room for that. The store must stay whole.
    private func copy(_ parent: Parent) throws {
        let other = LedgerStore(path: run.folder + "/other.sqlite", pragmas: store.pragmas)
        let before = try store.withCoordinator { try store.step($0, seed: run.seed, worker: Self.worker) }
        try other.fill(seed: run.seed, worker: Self.worker + 1, steps: 12)
        try filler.leave(24 << 10)
        do {
            defer { filler.remove() }
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: store.model())
            try requireRefusal("a replacement") {
                try coordinator.replacePersistentStore(
                    at: store.url, withPersistentStoreFrom: other.url, type: .sqlite)
            }
            try requireRefusal("a migration") {
                let old = try other.add(to: coordinator)
                defer { coordinator.closeStores() }
                try coordinator.migratePersistentStore(old, to: store.url, type: .sqlite)
            }
        }
        let after = try store.withCoordinator { try store.step($0, seed: run.seed, worker: Self.worker) }
        try require(after == before, "a copy that was refused has left save \(after) instead of save \(before)")
        parent.hear("copied")
    }

    private func requireRefusal(_ what: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            return try requireFull(error, what)
        }
        throw Broken(description: "\(what) onto the full disk succeeded")
    }

    private func requireFull(_ error: any Error, _ what: String) throws {
        let text = sentence(of: error)
        try require(
            text.contains(Self.clause) && text.contains(run.settings.disk),
            "the error of \(what) on the full disk does not say so with a path: \(text)")
    }
}

/// A file that uses up the room of a small file system.
private struct Filler {
    let folder: String
    private var path: String { folder + "/filler" }

    init(_ folder: String) { self.folder = folder }

    /// The free bytes of the file system.
    var free: Int {
        var facts = statvfs()
        guard statvfs(folder, &facts) == 0 else { return 0 }
        return Int(facts.f_bavail) * Int(facts.f_frsize)
    }

    /// Writes the file so that some bytes stay free, rounded to pages. What was there before is replaced.
    func leave(_ bytes: Int) throws {
        remove()
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Broken(description: "\(path) could not be created: errno \(errno)") }
        defer { close(file) }
        let size = free - bytes
        guard size > 0 else { return }
        guard posix_fallocate(file, 0, off_t(size)) == 0 else {
            throw Broken(description: "\(path) could not be given \(size) bytes")
        }
    }

    func remove() { unlink(path) }
}
