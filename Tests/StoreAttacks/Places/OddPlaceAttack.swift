import Foundation
import MainspringData
import MainspringModel
import SeededRandom
import TrialStores

/// Stores at places where a device, pipe, socket or folder is, or a link to one, and beside such things.
///
/// What is there stays as it is. The operation fails with an error that names the path, unless the null device is the
/// place.
struct OddPlaceAttack: AttackRound {
    private let run: AttackRun
    private let folder: String

    /// The time in seconds after which an operation is taken to wait for ever.
    private static let mostSeconds: UInt32 = 60
    private static let (worker, steps) = (1, 4)

    init(_ run: AttackRun) {
        self.run = run
        // A file system of the namespace allows devices, which that of temporary files may not.
        folder = run.settings.isPrivate ? run.settings.disk + "/odd" : run.folder + "/odd"
    }

    func play() -> Bool {
        for place in OddPlace.all(hasDevices: run.settings.isPrivate).shuffled(using: &run.random) {
            let child = run.start { parent in
                // An operation that opens a pipe would never end.
                alarm(Self.mostSeconds)
                try play(place)
            }
            let end = run.end(of: child)
            guard end == .status(0) else {
                run.fail("\(place.description): the process \(AttackRun.phrase(end)): \(AttackRun.last(child))")
            }
            run.counts[.places] += 1
            if run.isOver { return true }
        }
        return false
    }

    // MARK: In the other process

    private func play(_ place: OddPlace) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = place.spelling ?? folder + "/store.file"
        let store = LedgerStore(path: path, type: place.type)
        let odd =
            switch place.position {
            case .file(let suffix): path + suffix
            case .support: folder + "/.store_SUPPORT"
            }
        let target = place.isLinked ? folder + "/target" : odd
        defer { clean([odd, target]) }
        if place.hasStore {
            try store.fill(seed: run.seed, worker: Self.worker, steps: Self.steps)
            // If there is a folder of long data, it makes room for something odd.
            if place.position == .support { try? FileManager.default.removeItem(atPath: odd) }
        }
        if place.spelling == nil { try place.node.make(at: target) }
        if place.isLinked { try FileManager.default.createSymbolicLink(atPath: odd, withDestinationPath: target) }

        let before = (OddNode.facts(odd), OddNode.facts(target))
        let file = place.hasStore ? FileManager.default.contents(atPath: path) : nil
        let error = failure { try operate(place, store) }
        try require(
            (OddNode.facts(odd), OddNode.facts(target)) == before,
            "\(odd) was \(before.0.joined(separator: " ")) and is \(OddNode.facts(odd).joined(separator: " "))")
        if place.hasStore {
            try require(
                FileManager.default.contents(atPath: path) == file, "the store beside \(odd) has changed")
        }
        guard place.mustFail else { return }
        guard let error else { throw Broken(description: "there is no error about \(odd)") }
        let names = [odd, target].map { "/" + ($0 as NSString).lastPathComponent }
        try require(names.contains { error.contains($0) }, "the error does not name \(odd): \(error)")
    }

    private func failure(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return sentence(of: error)
        }
    }

    private func clean(_ paths: [String]) {
        for path in paths where path.hasPrefix(folder) { OddNode.remove(path) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func operate(_ place: OddPlace, _ store: LedgerStore) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: store.model())
        defer { coordinator.closeStores() }
        let source = LedgerStore(path: folder + "/source.file", type: place.type)
        switch place.operation {
        case .add where place.hasStore && place.position == .support: try useLongData(store)
        case .add: try store.fill(seed: run.seed, worker: Self.worker, steps: Self.steps)
        case .migrate:
            let old = try source.add(to: coordinator)
            let context = try LedgerContext(source, coordinator, seed: run.seed, worker: Self.worker + 1)
            for _ in 0..<Self.steps { try context.save() }
            try coordinator.migratePersistentStore(old, to: store.url, type: place.type)
        case .replace:
            if place.type != .inMemory {
                try source.fill(seed: run.seed, worker: Self.worker + 1, steps: Self.steps)
            }
            try coordinator.replacePersistentStore(
                at: store.url, withPersistentStoreFrom: source.url, type: place.type)
        case .destroy: try coordinator.destroyPersistentStore(at: store.url, type: place.type)
        }
    }

    /// Reads all rows of a store, and saves one with long data.
    private func useLongData(_ store: LedgerStore) throws {
        try store.withCoordinator { coordinator in
            let context = coordinator.context()
            try context.performAndWait {
                let request = NSFetchRequest<NSManagedObjectID>(entityName: store.rowEntity)
                request.resultType = .managedObjectIDResultType
                for identity in try context.fetch(request) { _ = try context.existingObject(with: identity) }
                _ = context.insert(store.rowEntity, ["data": Data(repeating: 7, count: 200_000)])
                try context.save()
            }
        }
    }
}
