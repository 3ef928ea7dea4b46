import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Random batches whose identities, or whose histories, contexts merge in the midst of their own changes.
@Suite struct RandomMergedBatchTests {
    enum Way: CaseIterable { case identities, identitiesInSlices, history, historyInSlices }

    static let seeds = Seeds.first(6)

    private func objects(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        try ["Person", "Badge"].flatMap {
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: $0))
        }.sorted { title($0) < title($1) }
    }

    private func title(_ object: NSManagedObject?) -> String {
        object.map { "\($0.entity.name!.prefix(1))\($0.objectID.key.key)" } ?? "-"
    }

    private func lines(_ context: NSManagedObjectContext, orders: Bool) throws -> [String] {
        try objects(context).map { object in
            let attributes = object.entity.attributesByName.keys.sorted().map {
                "\(object.value(forKey: $0) ?? "nil")"
            }
            let links = object.entity.relationshipsByName.sorted { $0.key < $1.key }.map { name, relationship in
                guard relationship.isToMany else { return title(object[name]) }
                if let list = object.value(forKey: name) as? NSOrderedSet {
                    let names = list.array.map { title($0 as? NSManagedObject) }
                    return (orders ? names : names.sorted()).joined(separator: ",")
                }
                let set = object.value(forKey: name) as? NSSet
                return (set?.allObjects ?? []).map { title($0 as? NSManagedObject) }.sorted().joined(separator: ",")
            }
            return "\(title(object)): \((attributes + links).joined(separator: " "))"
        }.sorted()
    }

    /// What stands at one end alone in the file.
    private func oneSided(_ bench: HistoryBench) throws -> [String] {
        try bench.rows(
            """
            SELECT 'spouse', a.Z_PK FROM ZPERSON a LEFT JOIN ZPERSON b ON b.Z_PK = a.ZSPOUSE WHERE a.ZSPOUSE IS NOT NULL AND b.ZSPOUSE IS NOT a.Z_PK
            """)
            + bench.rows(
                "SELECT 'badge', a.Z_PK FROM ZPERSON a LEFT JOIN ZBADGE b ON b.Z_PK = a.ZBADGE WHERE a.ZBADGE IS NOT NULL AND b.ZPERSON IS NOT a.Z_PK"
            )
            + bench.rows(
                "SELECT 'person', a.Z_PK FROM ZBADGE a LEFT JOIN ZPERSON b ON b.Z_PK = a.ZPERSON WHERE a.ZPERSON IS NOT NULL AND b.ZBADGE IS NOT a.Z_PK"
            )
            + bench.rows(
                "SELECT 'boss', a.Z_PK FROM ZPERSON a WHERE a.ZBOSS IS NOT NULL AND a.ZBOSS NOT IN (SELECT Z_PK FROM ZPERSON)"
            )
    }

    /// - Returns: what a program merges by identities; nil where it has to take the history.
    private func batch(
        _ bench: HistoryBench, _ random: inout SeededGenerator, _ log: inout [String]
    ) throws -> [AnyHashable: Any]? {
        let context = bench.context()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let people = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).map(\.objectID)
            .sorted { $0.key.key < $1.key.key }
        let badges = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Badge")).map(\.objectID)
            .sorted { $0.key.key < $1.key.key }
        func link(_ list: [NSManagedObjectID], _ random: inout SeededGenerator) -> Any? {
            switch Int.random(in: 0..<6, using: &random) {
            case 0...2: nil
            case 3: NSNull()
            default: list.randomElement(using: &random)
            }
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2:
            let rows = (0..<Int.random(in: 1..<5, using: &random)).map { _ in
                var row: [String: Any] = ["code": "c\(Int.random(in: 0..<8, using: &random))"]
                row["age"] = Int.random(in: 0..<20, using: &random)
                row["boss"] = link(people, &random)
                row["badge"] = link(badges, &random)
                row["spouse"] = link(people, &random)
                return row
            }
            let entity = Int.random(in: 0..<4, using: &random) == 0 ? "Manager" : "Person"
            let request = NSBatchInsertRequest(entityName: entity, objects: rows)
            request.resultType = .objectIDs
            log.append("upsert \(entity) \(rows)")
            let found = try? bench.execute(request, in: context) as? [NSManagedObjectID]
            return [NSInsertedObjectIDsKey: found ?? []]
        case 3:
            let rows = (0..<Int.random(in: 1..<3, using: &random)).map { _ in
                var row: [String: Any] = ["name": "b"]
                row["person"] = link(people, &random)
                return row
            }
            let request = NSBatchInsertRequest(entityName: "Badge", objects: rows)
            request.resultType = .objectIDs
            log.append("badges \(rows)")
            let found = try? bench.execute(request, in: context) as? [NSManagedObjectID]
            return [NSInsertedObjectIDsKey: found ?? []]
        case 4, 5, 6:
            let isBadge = Int.random(in: 0..<4, using: &random) == 0
            let own = isBadge ? badges : people
            let (key, others) =
                isBadge
                ? ("person", people)
                : [("boss", people), ("badge", badges), ("spouse", people), ("age", [])].randomElement(using: &random)!
            let chosen = own.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            guard !chosen.isEmpty else { return [:] }
            let some = key == "boss" || key == "age" ? chosen : [chosen[0]]
            let request = NSBatchUpdateRequest(entityName: isBadge ? "Badge" : "Person")
            request.predicate = NSPredicate(format: "SELF IN %@", some)
            request.propertiesToUpdate =
                key == "age"
                ? ["age": NSExpression(format: "age + 1")]
                : [key: (Bool.random(using: &random) ? others.randomElement(using: &random) : nil) as Any? ?? NSNull()]
            request.resultType = .updatedObjectIDsResultType
            log.append("update \(key) \(request.propertiesToUpdate!) of \(some.map(\.key.key))")
            let found = try bench.execute(request, in: context) as? [NSManagedObjectID]
            return [NSUpdatedObjectIDsKey: found ?? []]
        default:
            let isBadge = Int.random(in: 0..<2, using: &random) == 0
            let chosen = (isBadge ? badges : people).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            log.append("delete \(isBadge ? "badges" : "people") \(chosen.map(\.key.key))")
            _ = try bench.execute(NSBatchDeleteRequest(objectIDs: chosen), in: context)
            return nil
        }
    }

    private func edit(_ context: NSManagedObjectContext, _ random: inout SeededGenerator, _ log: inout [String]) throws
    {
        let all = try objects(context)
        let (people, badges) = (all.filter { $0.entity.name != "Badge" }, all.filter { $0.entity.name == "Badge" })
        for _ in 0..<Int.random(in: 1..<4, using: &random) {
            guard let person = people.randomElement(using: &random) else { return }
            let (other, badge) = (people.randomElement(using: &random), badges.randomElement(using: &random))
            let isNil = Int.random(in: 0..<3, using: &random) == 0
            switch Int.random(in: 0..<4, using: &random) {
            case 0: person.setValue(Int.random(in: 50..<99, using: &random), forKey: "age")
            case 1:
                person["boss"] = isNil ? nil : other
                log.append("edit \(title(person)).boss = \(title(person["boss"]))")
            case 2:
                person["badge"] = isNil ? nil : badge
                log.append("edit \(title(person)).badge = \(title(person["badge"]))")
            default:
                person["spouse"] = isNil ? nil : other
                log.append("edit \(title(person)).spouse = \(title(person["spouse"]))")
            }
        }
    }

    private func merge(
        _ way: Way, _ info: [AnyHashable: Any]?, _ token: NSPersistentHistoryToken?, _ bench: HistoryBench,
        into context: NSManagedObjectContext, _ log: [String]
    ) throws {
        func slices(_ info: [AnyHashable: Any]) {
            var saved = SavedIdentities(info) { _ in nil }
            saved.mayLackEnds = true
            saved.moveKnown(in: context.core)
            bench.company.coordinator.forgetRows(of: saved.all)
            guard !saved.isEmpty else { return }
            Slices(SavedMerge(saved), into: context).finish("\(log)")
        }
        switch (way, info) {
        case (.identities, let info?):
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: info, into: [context])
        case (.identitiesInSlices, let info?): slices(info)
        default:
            for transaction in try bench.transactions(after: token) {
                if way == .historyInSlices || way == .identitiesInSlices {
                    slices(transaction.objectIDNotification().userInfo ?? [:])
                } else {
                    context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                }
            }
        }
        let fault = LinkWitness(context: context).fault
        #expect(fault == nil, "\(way) \(log)")
    }

    @Test(arguments: seeds, [false, true])
    func `Whoever knows all and merges what batches do agrees with the file and meets no conflict`(
        _ seed: UInt64, _ isOrdered: Bool
    ) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try BatchTables.bench(isOrdered)
        let keepers = Way.allCases.map { _ in bench.context() }
        let child = keepers[0].child()
        for keeper in keepers + [child] { keeper.retainsRegisteredObjects = true }
        var log: [String] = []
        for _ in 0..<25 {
            for keeper in keepers + [child] { _ = try lines(keeper, orders: true) }
            let token = bench.token
            let info = try batch(bench, &random, &log)
            let expected = try lines(bench.context(), orders: true)
            for (keeper, way) in zip(keepers, Way.allCases) {
                try merge(way, info, token, bench, into: keeper, log)
                #expect(try lines(keeper, orders: true) == expected, "seed \(seed), \(way): \(log)")
                #expect(!keeper.hasChanges)
            }
            try merge(.identities, info, token, bench, into: child, log)
            #expect(try lines(child, orders: true) == expected, "seed \(seed), child: \(log)")
            // Whoever is told of a deletion by the history knows all.
            let keeper = keepers.randomElement(using: &random)!
            let before = bench.token
            for object in try objects(keeper) { object.setValue(Int.random(in: 0..<20, using: &random), forKey: "age") }
            let failure = Fixture.failure { try keeper.save() }
            #expect(failure == nil, "seed \(seed): \(failure?.sentence ?? "") \(log)")
            if failure != nil { keeper.rollback() }
            for (other, way) in zip(keepers, Way.allCases) where other !== keeper {
                try merge(
                    way == .identities ? .history : way == .identitiesInSlices ? .historyInSlices : way, nil, before,
                    bench, into: other, log)
            }
            try merge(.history, nil, before, bench, into: child, log)
        }
        #expect(try oneSided(bench) == [])
    }

    @Test(arguments: seeds, [false, true])
    func `Whoever knows a part and has changes of his own agrees with the file once he has saved`(
        _ seed: UInt64, _ isOrdered: Bool
    ) throws {
        var random = SeededGenerator(seed: seed &+ 1_000_000)
        let bench = try BatchTables.bench(isOrdered)
        for round in 0..<30 {
            var log: [String] = []
            let context = bench.context()
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            context.retainsRegisteredObjects = true
            for object in try objects(context) {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: break
                case 1: _ = object.value(forKey: "age")
                default:
                    for name in object.entity.relationshipsByName.keys.sorted() where Bool.random(using: &random) {
                        if let set = object.value(forKey: name) as? NSSet { _ = set.count }
                        if let set = object.value(forKey: name) as? NSOrderedSet { _ = set.count }
                    }
                }
            }
            let edits = round > 4 && Int.random(in: 0..<3, using: &random) > 0
            if edits { try edit(context, &random, &log) }
            let before = try lines(bench.context(), orders: true)
            let token = bench.token
            let info = try batch(bench, &random, &log)
            let way = Way.allCases.randomElement(using: &random)!
            try merge(way, info, token, bench, into: context, log)
            let about: Comment = "seed \(seed) round \(round) \(way): \(log); before \(before)"
            if !edits {
                #expect(try lines(context, orders: true) == lines(bench.context(), orders: true), about)
                continue
            }
            let failure = Fixture.failure { try context.save() }
            #expect(failure == nil, "\(failure?.sentence ?? "") \(about)")
            #expect(LinkWitness(context: context).fault == nil, about)
            #expect(try lines(context, orders: false) == lines(bench.context(), orders: false), about)
            let wrong = try oneSided(bench)
            #expect(wrong == [], about)
            if !wrong.isEmpty { return }
        }
    }
}
