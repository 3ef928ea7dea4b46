import Dispatch
import Foundation
import MainspringModel
import StoreFaults
import Testing

@testable import MainspringData

/// What children of a context save into it while a batch of rows is on its way to the disk.
@Suite struct ImportBesideChildrenTests {
    private struct Names: AsyncSequence {
        let names: [String]

        struct Iterator: AsyncIteratorProtocol {
            var names: ArraySlice<String>
            mutating func next() async -> String? { names.popFirst() }
        }

        func makeAsyncIterator() -> Iterator { Iterator(names: names[...]) }
    }

    private let held: HeldSave
    private let (company, worker): (Company, NSManagedObjectContext)
    private let anna: NSManagedObjectID

    init() throws {
        let held = try HeldSave()
        let (company, worker) = (held.company, held.parent)
        (self.held, self.company, self.worker) = (held, company, worker)
        worker.retainsRegisteredObjects = false
        anna = try worker.performAndWait {
            let anna = company.make("Person", "Anna", in: worker)
            try worker.save()
            worker.reset()
            return anna.objectID
        }
    }

    /// Imports one person, and calls a closure while the save of that is held.
    private func importBert(fails: Bool, meanwhile body: @escaping @Sendable () throws -> Void) async throws {
        let (faults, worker, company) = (held.faults, worker, company)
        await worker.perform { worker.core.reserveKeys(worker.core.source!) }
        faults.holdCommits()
        async let count = worker.importRows(Names(names: ["Bert"])) { name, context in
            _ = company.make("Person", name, in: context)
        }
        try await withCheckedThrowingContinuation { continuation in
            // A thread of its own: the shared ones, all of them waiting here, would leave none for the import.
            DispatchQueue(label: "meanwhile").async {
                continuation.resume(
                    with: Result {
                        faults.waitUntilHeld()
                        defer { faults.releaseCommits() }
                        try body()
                        if fails { faults.fail(at: 1, of: [.sync]) }
                    })
            }
        }
        defer { faults.stopFailing() }
        _ = try await count
    }

    private static func names(_ context: NSManagedObjectContext) throws -> [String] {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).map(\.title).sorted()
    }

    /// What a child changes: a saved object, one of the batch, and a new one.
    enum Change: CaseIterable { case saved, batch, new, linked, deleted }

    /// How a child saves.
    enum Way: CaseIterable { case atOnce, inSlices }

    @Test(arguments: Change.allCases, [(false, Way.atOnce), (true, .atOnce), (false, .inSlices), (true, .inSlices)])
    func `what a child saves and reads while a batch is saved is not lost with it`(
        _ change: Change, _ end: (fails: Bool, way: Way)
    ) async throws {
        let (fails, way) = end
        let child = worker.child()
        let (anna, company) = (anna, company)
        do {
            try await importBert(fails: fails) {
                let people = try child.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
                let bert = people.first { $0.title == "Bert" }
                switch change {
                case .saved: child.object(with: anna).setValue("Anne", forKey: "name")
                case .batch: bert?.setValue("Berta", forKey: "name")
                case .new: _ = company.make("Person", "Cora", in: child)
                case .linked: company.make("Person", "Cora", in: child)["boss"] = bert
                case .deleted: child.delete(child.object(with: anna))
                }
                switch way {
                case .atOnce: try child.save()
                case .inSlices:
                    let merge = TakenMerge(try CapturingSource.changes(of: child), from: child.core)
                    child.parent!.core.childLinks.saves.add(merge)
                    child.parent!.core.takeInSlices(merge, for: ObjectIdentifier(child.core))
                }
                // Who reads has what was saved taken over before.
                _ = try Self.names(child)
            }
            #expect(!fails)
        } catch { #expect(fails, "\(error)") }
        let expected: [String] =
            switch change {
            case .saved: fails ? ["Anne"] : ["Anne", "Bert"]
            case .batch: fails ? ["Anna"] : ["Anna", "Berta"]
            case .new, .linked: fails ? ["Anna", "Cora"] : ["Anna", "Bert", "Cora"]
            case .deleted: fails ? [] : ["Bert"]
            }
        try await worker.perform { [worker] in
            #expect(try Self.names(worker) == expected)
            #expect(worker.hasChanges == (change != .batch || !fails))
            try worker.save()
        }
        #expect(try held.stored("Person") == expected)
    }
}
