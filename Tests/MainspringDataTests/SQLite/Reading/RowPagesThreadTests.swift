import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// The rows that are kept.
@Suite struct RowPagesThreadTests {
    private func row(_ library: Library, _ name: String?, version: Int64 = 1) -> Row {
        let layout = ObjectLayout.of(library.model.entitiesByName["Author"]!)
        let memory = layout.copy(layout.emptyValues)
        let slot = layout.entity.slot(named: "name")!
        String.write(name, memory, layout.places[slot])
        return Row(taking: memory, of: layout, version: version)
    }

    private func keep(_ library: Library, _ key: Int64, _ name: String, version: Int64 = 1, commit: UInt64) {
        keep(row(library, name, version: version), library.identity("Author", key), in: library.pages, commit: commit)
    }

    private func keep(_ row: Row, _ identity: NSManagedObjectID, in pages: RowPages, commit: UInt64) {
        let change = ObjectChange(key: identity.key, row: row, previous: nil, members: [])
        pages.keep([row], of: [change], commit: commit)
    }

    private func name(_ library: Library, _ key: Int64) throws -> String? {
        guard let draft = library.pages.pages(of: library.model.entitiesByName["Author"]!)?.draft(key) else {
            return nil
        }
        let row = try draft.row(store: 0, external: { $0 }, entity: { _, _ in nil })
        return String.read(row.memory, row.layout.places[row.layout.entity.slot(named: "name")!])
    }

    @Test func `a row that was read before a commit does not replace the one that the commit wrote`() throws {
        let library = try Library()
        keep(library, 1, "new", version: 2, commit: 5)
        keep(library, 1, "old", version: 1, commit: 4)
        #expect(try name(library, 1) == "new")
        // Another program has put it in since: no commit of ours separates the two.
        keep(library, 1, "theirs", version: 1, commit: 5)
        #expect(try name(library, 1) == "theirs")
        keep(library, 1, "newer", version: 3, commit: 5)
        #expect(try name(library, 1) == "newer")
        keep(library, 1, "another", version: 1, commit: 6)
        #expect(try name(library, 1) == "another")
    }

    @Test func `a row that was read before a commit deleted it does not come back`() throws {
        let library = try Library()
        keep(library, 1, "there", commit: 4)
        library.pages.remove([library.identity("Author", 1)], commit: 5)
        #expect(try name(library, 1) == nil)
        keep(library, 1, "there", commit: 4)
        #expect(try name(library, 1) == nil)
        keep(library, 1, "made again", commit: 5)
        #expect(try name(library, 1) == "made again")
        // However many are removed.
        for key in 10..<10_000 { library.pages.remove([library.identity("Author", Int64(key))], commit: 6) }
        keep(library, 10, "there", commit: 5)
        #expect(try name(library, 10) == nil)
        keep(library, 10, "there", commit: 6)
        #expect(try name(library, 10) == "there")
    }

    @Test(arguments: Seeds.first(1, soak: 20))
    func `rows that come, change and go are those that a dictionary has`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let library = try Library()
        var known: [Int64: String] = [:]
        var commit: UInt64 = 0
        // Keys near one another, far from one another, and below zero.
        func key() -> Int64 {
            let small = Int64(random.next() % 700)
            return switch random.next() % 4 {
            case 0: small << 40
            case 1: -small
            default: small
            }
        }
        for _ in 0..<Seeds.size(20_000, sanitized: 4_000) {
            commit += 1
            let key = key()
            switch random.next() % 8 {
            case 0, 1:
                library.pages.remove([library.identity("Author", key)], commit: commit)
                known[key] = nil
            case 2:
                library.pages.drop([library.identity("Author", key)])
                known[key] = nil
            default:
                let name = String(repeating: "x", count: Int(random.next() % 60)) + "\(commit)"
                keep(library, key, name, commit: commit)
                known[key] = name
            }
        }
        #expect(library.pages.count == known.count, "seed \(seed)")
        for (key, value) in known { #expect(try name(library, key) == value, "seed \(seed), key \(key)") }
        // Memory is given back with the rows.
        let most = library.pages.byteCount
        library.pages.remove(known.keys.map { library.identity("Author", $0) }, commit: commit + 1)
        #expect(library.pages.count == 0 && library.pages.byteCount < most / 2)
    }

    @Test(arguments: Seeds.first(1, soak: 20))
    func `rows that come, go and are moved together are those that a dictionary has`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let library = try Library()
        var known: [Int64: String] = [:]
        var commit: UInt64 = 0
        func keepOne() {
            commit += 1
            let key = Int64.random(in: -4000..<4000, using: &random) << (Bool.random(using: &random) ? 0 : 40)
            let name = String(repeating: "x", count: Int.random(in: 0..<60, using: &random)) + "\(commit)"
            keep(library, key, name, commit: commit)
            known[key] = name
        }
        keepOne()
        let pages = try #require(library.pages.pages(of: library.model.entitiesByName["Author"]!))
        var moved = 0
        for _ in 0..<Seeds.size(6, sanitized: 2) {
            for _ in 0..<Seeds.size(4_000, sanitized: 2_000) { keepOne() }
            let share = Int64.random(in: 2..<40, using: &random)
            let gone = known.keys.sorted().filter { $0 % share != 0 }
            pages.drop(gone, readBefore: .infinity)
            for key in gone { known[key] = nil }
            while let step = pages.compactSome() {
                moved += step.rows
                #expect(step.rows <= RowPage.capacity, "seed \(seed)")
                // The lock is given back between.
                if Int.random(in: 0..<8, using: &random) == 0 { keepOne() }
            }
            #expect(pages.count == known.count, "seed \(seed)")
            for (key, value) in known { #expect(try name(library, key) == value, "seed \(seed), key \(key)") }
        }
        #expect(moved > 0)
    }

    @Test func `rows are moved together a page at a time, and their memory is given back`() throws {
        let library = try Library()
        for key in 0..<20_000 as Range<Int64> { keep(library, key, "the name of author \(key)", commit: 1) }
        let pages = try #require(library.pages.pages(of: library.model.entitiesByName["Author"]!))
        let most = pages.byteCount
        pages.drop((0..<20_000 as Range<Int64>).filter { $0 % 16 != 0 }, readBefore: .infinity)
        var steps: [Int] = []
        while let step = pages.compactSome() { steps.append(step.rows) }
        #expect(steps.allSatisfy { $0 <= RowPage.capacity } && steps.count { $0 > 0 } > 10)
        #expect(pages.count == 1250 && pages.byteCount < most / 6)
        for key in stride(from: 0, to: 20_000, by: 16) {
            #expect(try name(library, Int64(key)) == "the name of author \(key)")
        }
    }

    @Test(arguments: Seeds.sample([300, 3_000, 30_000, 60_000], sanitized: 3))
    func `rows with many bytes are moved some at a time, and their memory is given back`(size: Int) throws {
        let library = try Library()
        // Some of the last ones, so that whole pages are to be moved.
        let (count, whole): (Int64, Int64) = (2_000, 1_700)
        for key in 0..<count { keep(library, key, String(repeating: "z", count: size) + "\(key)", commit: 1) }
        let pages = try #require(library.pages.pages(of: library.model.entitiesByName["Author"]!))
        let most = pages.byteCount
        let kept = (0..<count).filter { $0 % 64 == 0 || $0 >= whole }
        let gone = Set(0..<count).subtracting(kept)
        pages.drop(gone, readBefore: .infinity)
        var steps: [PageTable.Step] = []
        while let step = pages.compactSome() { steps.append(step) }
        for step in steps {
            #expect(step.bytes <= (step.rows == 0 ? PageTable.mostBytesTidied : 2 * PageTable.mostBytes))
        }
        #expect(pages.count == kept.count && pages.byteCount < most / 2)
        for key in kept { #expect(try name(library, key) == String(repeating: "z", count: size) + "\(key)") }
    }

    @Test func `texts that were replaced do not pile up`() throws {
        let library = try Library()
        for commit in 1...5_000 as ClosedRange<UInt64> {
            keep(library, 1, String(repeating: "y", count: 1000), commit: commit)
        }
        #expect(library.pages.byteCount < 100_000)
        #expect(try name(library, 1)?.count == 1000)
    }

    @Test func `rows that no context has objects of are dropped, and their memory is given back`() throws {
        let library = try Library(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
            INSERT INTO ZAUTHOR SELECT i, 1, 1, i, 'the name of author ' || i FROM n
            """)
        let (context, other) = (library.context(), library.context())
        var objects = try context.fetch(library.request("Author"))
        #expect(library.pages.count == 10_000)
        let few = try other.fetch(library.request("Author", "number <= 1500"))
        let most = library.pages.byteCount
        objects = Array(objects.suffix(10))
        context.processPendingChanges()
        #expect(library.pages.count == 1510)
        #expect(library.pages.byteCount < most / 3)
        // Those that somebody has are there.
        library.expect(0) {
            for object in few + objects { #expect(object.value(forKey: "name") != nil) }
        }
    }

    @Test func `rows go with the context that had their objects`() throws {
        let library = try Library(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO ZAUTHOR SELECT i, 1, 1, i, 'the name of author ' || i FROM n
            """)
        do {
            let context = library.context()
            let objects = try context.fetch(library.request("Author"))
            #expect(objects.count == 5000 && library.pages.count == 5000)
        }
        #expect(library.pages.count == 0)
    }

    @Test func `threads that keep, ask and remove meet rows that are whole`() async throws {
        let library = try Library()
        let identities = (0..<200).map { library.identity("Author", $0) }
        let rows = (1...8).map { number in row(library, String(repeating: "\(number)", count: 40)) }
        let author = library.model.entitiesByName["Author"]!
        let pages = library.pages
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for round in 0..<2000 as Range<UInt64> {
                        let identity = identities[(thread * 31 + Int(round) * 7) % 200]
                        switch (thread + Int(round)) % 4 {
                        case 0: pages.remove([identity], commit: round)
                        case 1, 2: keep(rows[thread], identity, in: pages, commit: round)
                        default:
                            let draft = pages.pages(of: author)?.draft(identity.key.key)
                            guard let row = try? draft?.row(store: 0, external: { $0 }, entity: { _, _ in nil }) else {
                                continue
                            }
                            let name = String.read(
                                row.memory, row.layout.places[row.layout.entity.slot(named: "name")!])
                            #expect(name.map { $0.count == 40 && Set($0).count == 1 } == true)
                        }
                    }
                }
            }
        }
    }

    @Test func `a sweep for the main thread is another thread's, and there is one at a time`() throws {
        let library = try Library()
        let (began, may, ended) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let caller = pthread_self()
        library.pages.holders.sweep(elsewhere: true) {
            #expect(pthread_equal(pthread_self(), caller) == 0)
            began.signal()
            may.wait()
        }
        began.wait()
        library.pages.holders.sweep(elsewhere: false) { Issue.record("another sweep is not over") }
        may.signal()
        // The flag goes down after the closure; until then none runs.
        while true {
            library.pages.holders.sweep(elsewhere: false) { ended.signal() }
            if ended.wait(timeout: .now()) == .success { break }
            sched_yield()
        }
    }
}

extension RowPages {
    fileprivate func remove(_ identities: [NSManagedObjectID], commit: UInt64) {
        remove(
            identities.map { identity in
                let layout = ObjectLayout.of(identity.entity)
                return ObjectChange(
                    key: identity.key, row: Row(taking: layout.make(), of: layout), previous: nil, members: [])
            }, commit: commit)
    }
}
