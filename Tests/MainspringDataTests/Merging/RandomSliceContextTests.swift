import Foundation
import SeededRandom
import Testing

@testable import MainspringData

/// Merges in slices on random graphs: what holds between two slices, and what comes out.
@Suite struct RandomSliceContextTests {
    /// A context with something to be merged, and what its objects may say meanwhile.
    private struct Watched {
        let context: NSManagedObjectContext
        let queue: MergeQueue
        /// What the objects with values said before the merge.
        let before: [ObjectKey: [String]]
        let after: [ObjectKey: [String]]

        /// - Parameters:
        ///   - before: a context with the objects that may be read as they were.
        ///   - after: a context in which all has been merged.
        init(
            _ context: NSManagedObjectContext, _ work: QueuedWork, before: NSManagedObjectContext,
            after: NSManagedObjectContext
        ) {
            self.context = context
            self.before = Self.attributes(in: before)
            self.after = Self.attributes(in: after)
            queue = MergeQueue(context.core)
            context.core.merging = queue
            queue.add(work)
        }

        private static func attributes(in context: NSManagedObjectContext) -> [ObjectKey: [String]] {
            let witness = LinkWitness(context: context)
            let objects = context.core.objectMap.table.objects.filter { context.core.hasValues($0) }
            return Dictionary(uniqueKeysWithValues: objects.map { ($0.key, witness.attributes(of: $0)) })
        }

        /// What does not hold; nil if everything does.
        var fault: String? {
            if let fault = LinkWitness(context: context).fault { return fault }
            for (key, now) in Self.attributes(in: context) {
                let known = [before[key], after[key]].compactMap(\.self)
                if !known.isEmpty, !known.contains(now) { return "\(now) is neither of \(known)" }
            }
            return nil
        }
    }

    private static let seeds = Seeds.first(32)

    /// Returns a company whose relationship `people` is ordered for 12 of each 32 seeds.
    private static func company(_ seed: UInt64) -> Company { Company(ordered: seed % 32 < 20 ? [] : ["people"]) }

    /// A context that has saved the first random objects.
    private func begin(_ graph: inout RandomCompany) throws -> NSManagedObjectContext {
        let context = graph.company.context()
        for _ in 0..<60 { graph.change(in: context) }
        try context.save()
        return context
    }

    /// A context over a company's stores, with a random part of its objects.
    private func reader(_ graph: inout RandomCompany, _ looks: SeededGenerator) -> NSManagedObjectContext {
        let context = graph.company.context()
        context.retainsRegisteredObjects = true
        let random = graph.random
        graph.random = looks
        for _ in 0..<30 { graph.look(in: context) }
        graph.random = random
        return context
    }

    @Test(arguments: seeds)
    func `What others save is merged in slices to the same end as at once, and holds together between two slices`(
        _ seed: UInt64
    ) throws {
        var graph = RandomCompany(Self.company(seed), seed: seed)
        let writer = try begin(&graph)
        let looks = SeededGenerator(seed: seed &+ 7)
        for round in 0..<4 {
            let (atOnce, inSlices) = (reader(&graph, looks), reader(&graph, looks))
            for _ in 0..<25 { graph.change(in: writer) }
            nonisolated(unsafe) var notice: Notification?
            let observer = NotificationCenter.default.addObserver(
                forName: NSManagedObjectContext.didSaveObjectsNotification, object: writer, queue: nil
            ) { notice = $0 }
            try writer.save()
            NotificationCenter.default.removeObserver(observer)
            let saved = try #require(notice)
            atOnce.mergeChanges(fromContextDidSave: saved)
            let expected = graph.picture(in: atOnce)
            let watched = Watched(
                inSlices, .saved(SavedMerge(SavedIdentities(saved.userInfo ?? [:]) { _ in nil })), before: inSlices,
                after: atOnce)
            let isLookedAt = round.isMultiple(of: 2)
            try #require(watched.fault == nil, "seed \(seed), round \(round)")
            while inSlices.core.merging != nil {
                watched.queue.slice(.objects(1))
                try #require(watched.fault == nil, "seed \(seed), round \(round)")
                guard isLookedAt else { continue }
                for _ in 0..<2 { graph.look(in: inSlices) }
                try #require(watched.fault == nil, "seed \(seed), round \(round), after a look")
            }
            let difference = graph.picture(in: inSlices).difference(from: expected)
            #expect(difference.isEmpty, "seed \(seed), round \(round)")
            #expect(!inSlices.hasChanges)
        }
    }

    @Test(arguments: seeds)
    func `What a child saves is merged in slices to the same end as at once, and holds together between two slices`(
        _ seed: UInt64
    ) throws {
        let company = Self.company(seed)
        var graph = RandomCompany(company, seed: seed)
        _ = try begin(&graph)
        graph.givesIdentities = seed.isMultiple(of: 2)
        let looks = SeededGenerator(seed: seed &+ 7)
        for round in 0..<4 {
            let (atOnce, inSlices) = (reader(&graph, looks), reader(&graph, looks))
            let child = atOnce.child()
            for _ in 0..<25 { graph.change(in: child) }
            let changes = try CapturingSource.changes(of: child)
            atOnce.core.take(changes, from: child.core)
            let expected = graph.picture(in: atOnce)
            // What the store has is what was before.
            let stored = company.context()
            let before = graph.identities.compactMap { try? stored.existingObject(with: $0) }
            let watched = Watched(
                inSlices, .taken(TakenMerge(changes, from: child.core)), before: stored, after: atOnce)
            withExtendedLifetime(before) {}
            let isLookedAt = round.isMultiple(of: 2)
            while inSlices.core.merging != nil {
                watched.queue.slice(.objects(1))
                try #require(watched.fault == nil, "seed \(seed), round \(round)")
                guard isLookedAt else { continue }
                for _ in 0..<2 { graph.look(in: inSlices) }
                try #require(watched.fault == nil, "seed \(seed), round \(round), after a look")
            }
            let difference = graph.picture(in: inSlices).difference(from: expected)
            #expect(difference.isEmpty, "seed \(seed), round \(round)")
            try atOnce.save()
            graph.noteIdentities(in: atOnce)
        }
    }

    @Test(arguments: seeds)
    func `Two children's saves behind one another are merged in slices to the same end as at once`(
        _ seed: UInt64
    ) throws {
        let company = Self.company(seed)
        var graph = RandomCompany(company, seed: seed)
        _ = try begin(&graph)
        let looks = SeededGenerator(seed: seed &+ 7)
        for round in 0..<4 {
            let (atOnce, inSlices) = (reader(&graph, looks), reader(&graph, looks))
            let children = [atOnce.child(), atOnce.child()]
            for _ in 0..<12 { for child in children { graph.change(in: child) } }
            let changes = try children.map { try CapturingSource.changes(of: $0) }
            for (child, changes) in zip(children, changes) { atOnce.core.take(changes, from: child.core) }
            let expected = graph.picture(in: atOnce)
            let queue = MergeQueue(inSlices.core)
            inSlices.core.merging = queue
            for (child, changes) in zip(children, changes) { queue.add(TakenMerge(changes, from: child.core)) }
            while inSlices.core.merging != nil {
                queue.slice(.objects(1))
                try #require(LinkWitness(context: inSlices).fault == nil, "seed \(seed), round \(round)")
                guard round.isMultiple(of: 2) else { continue }
                for _ in 0..<2 { graph.look(in: inSlices) }
                try #require(LinkWitness(context: inSlices).fault == nil, "seed \(seed), round \(round), after a look")
            }
            let difference = graph.picture(in: inSlices).difference(from: expected)
            #expect(difference.isEmpty, "seed \(seed), round \(round)")
            try atOnce.save()
            graph.noteIdentities(in: atOnce)
        }
    }

    /// What a context saves, as its notice says, in an order of the seed's: that of the notice's sets is another one in each process.
    private func saved(by context: NSManagedObjectContext, _ random: inout SeededGenerator) throws -> SavedIdentities {
        var saved = try Slices.saved(beside: context) { try context.save() }
        for group in [\SavedIdentities.inserted, \.updated, \.deleted] {
            saved[keyPath: group].sort { $0.uriRepresentation().absoluteString < $1.uriRepresentation().absoluteString }
            saved[keyPath: group].shuffle(using: &random)
        }
        return saved
    }

    @Test(arguments: seeds)
    func `Saves of others behind one another are merged in slices to the same end as at once`(
        _ seed: UInt64
    ) throws {
        var graph = RandomCompany(Self.company(seed), seed: seed)
        let writer = try begin(&graph)
        let looks = SeededGenerator(seed: seed &+ 7)
        var shuffles = SeededGenerator(seed: seed &+ 11)
        for round in 0..<4 {
            let about: Comment = "seed \(seed), round \(round)"
            let (atOnce, inSlices) = (reader(&graph, looks), reader(&graph, looks))
            let queue = MergeQueue(inSlices.core)
            inSlices.core.merging = queue
            var merges: [(atOnce: () -> Void, add: () -> Void)] = []
            for _ in 0..<(round < 2 ? 2 : 3) {
                // There may be nothing to be saved of few changes.
                graph.company.make("Badge", "any", in: writer)
                for _ in 0..<12 { graph.change(in: writer) }
                let saved = try saved(by: writer, &shuffles)
                merges.append(({ atOnce.core.merge(saved) }, { queue.add(SavedMerge(saved)) }))
                // Each when it was saved, or all when all were.
                if round > 1 { merges.last!.add() }
            }
            for merge in merges { merge.atOnce() }
            let expected = graph.picture(in: atOnce)
            if round <= 1 { for merge in merges { merge.add() } }
            while inSlices.core.merging != nil {
                queue.slice(.objects(1))
                try #require(LinkWitness(context: inSlices).fault == nil, about)
                guard round.isMultiple(of: 2) else { continue }
                for _ in 0..<2 { graph.look(in: inSlices) }
                try #require(LinkWitness(context: inSlices).fault == nil, "\(about), after a look")
            }
            let difference = graph.picture(in: inSlices).difference(from: expected)
            #expect(difference.isEmpty, about)
            #expect(!inSlices.hasChanges)
        }
    }

    @Test(arguments: seeds)
    func `Saves of others and of children behind one another are merged in slices to the same end as at once`(
        _ seed: UInt64
    ) throws {
        var graph = RandomCompany(Self.company(seed), seed: seed)
        let writer = try begin(&graph)
        let looks = SeededGenerator(seed: seed &+ 7)
        var shuffles = SeededGenerator(seed: seed &+ 11)
        for round in 0..<4 {
            let about: Comment = "seed \(seed), round \(round)"
            let inSlices = reader(&graph, looks)
            // At once each save when it comes, or all when all have come: what a slice reads is of then or later.
            let (soon, late) = (reader(&graph, looks), reader(&graph, looks))
            // Children of another context: what they read is read alike in all.
            let parent = reader(&graph, looks)
            // Below the others, as the contexts whose children save into them: these note what it may have read.
            for context in [inSlices, soon, late] { context.core.childLinks.broadcast.add(parent) }
            let queue = MergeQueue(inSlices.core)
            inSlices.core.merging = queue
            // All at first, or each while something is being merged.
            let (isLookedAt, areAllAtFirst) = (round > 1, round.isMultiple(of: 2))
            var (left, later, isCoherent) = (3, [(NSManagedObjectContext) -> Void](), true)
            while inSlices.core.merging != nil || left > 0 {
                while left > 0, areAllAtFirst || queue.work.isEmpty || Int.random(in: 0..<4, using: &shuffles) == 0 {
                    left -= 1
                    inSlices.core.merging = queue
                    // What is wanted otherwise by several is theirs to settle when it is saved.
                    graph.part = left
                    let isOfOthers = (left + round / 2).isMultiple(of: 2)
                    let context = isOfOthers ? writer : parent.child()
                    // There may be nothing to be saved of few changes.
                    graph.company.make("Badge", "any", in: context)
                    for _ in 0..<12 { graph.change(in: context) }
                    if isOfOthers {
                        let saved = try saved(by: context, &shuffles)
                        queue.add(SavedMerge(saved))
                        later.append { $0.core.merge(saved) }
                    } else {
                        let changes = try CapturingSource.changes(of: context)
                        queue.add(TakenMerge(changes, from: context.core))
                        later.append { $0.core.take(changes, from: context.core) }
                    }
                    later.last!(soon)
                    isCoherent = isCoherent && LinkWitness(context: soon).fault == nil
                }
                graph.part = nil
                queue.slice(.objects(1))
                try #require(!isCoherent || LinkWitness(context: inSlices).fault == nil, about)
                guard isLookedAt else { continue }
                for _ in 0..<2 { graph.look(in: inSlices) }
                try #require(!isCoherent || LinkWitness(context: inSlices).fault == nil, "\(about), after a look")
            }
            // Objects whose rows are ahead of a merge may not lead back at once either; members may come to them in another order then.
            var isLateCoherent = true
            for merge in later {
                merge(late)
                isLateCoherent = isLateCoherent && LinkWitness(context: late).fault == nil
            }
            guard isCoherent, LinkWitness(context: late).fault == nil else { continue }
            let unordered = [inSlices, soon, late].map { graph.picture(in: $0, ordered: false) }
            #expect(unordered[1...].contains(unordered[0]), about)
            let ordered = [inSlices, soon, late].map { graph.picture(in: $0) }
            #expect(!isLateCoherent || ordered[1...].contains(ordered[0]), about)
        }
    }

    @Test(arguments: seeds)
    func `Whatever the program changes between two slices, links hold, and what is saved then is what is seen`(
        _ seed: UInt64
    ) throws {
        var graph = RandomCompany(Self.company(seed), seed: seed)
        let writer = try begin(&graph)
        let looks = SeededGenerator(seed: seed &+ 7)
        for round in 0..<4 {
            let context = reader(&graph, looks)
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let merge: QueuedWork
            if round.isMultiple(of: 2) {
                for _ in 0..<25 { graph.change(in: writer) }
                nonisolated(unsafe) var notice: Notification?
                let observer = NotificationCenter.default.addObserver(
                    forName: NSManagedObjectContext.didSaveObjectsNotification, object: writer, queue: nil
                ) { notice = $0 }
                try writer.save()
                NotificationCenter.default.removeObserver(observer)
                merge = .saved(SavedMerge(SavedIdentities(try #require(notice).userInfo ?? [:]) { _ in nil }))
            } else {
                let child = context.child()
                for _ in 0..<25 { graph.change(in: child) }
                merge = .taken(TakenMerge(try CapturingSource.changes(of: child), from: child.core))
            }
            let queue = MergeQueue(context.core)
            context.core.merging = queue
            queue.add(merge)
            while context.core.merging != nil {
                queue.slice(.objects(2))
                try #require(LinkWitness(context: context).fault == nil, "seed \(seed), round \(round)")
                for _ in 0..<2 { graph.change(in: context) }
                try #require(LinkWitness(context: context).fault == nil, "seed \(seed), round \(round), changed")
            }
            try context.save()
            #expect(graph.picture(in: graph.company.context()) == graph.picture(in: context), "seed \(seed), \(round)")
            writer.reset()
        }
    }
}
