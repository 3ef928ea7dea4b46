import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Random requests: by SQL, in memory, and by plain Swift.
@Suite struct RandomQueryTests {
    /// Where the answers of SQL and memory differ, by a rule of the article “Predicates in SQLite”, plain Swift says so too.
    @Test(arguments: Seeds.first(1))
    func `2,000 random predicates and orders give the same by SQL, in memory and by plain Swift`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var differing = 0
        for _ in 0..<40 {
            let world = try QueryWorld(&random)
            var maker = QuestionMaker(world: world, random: SeededGenerator(seed: random.next()))
            for _ in 0..<50 where try check(maker.question(), world, &random, seed) { differing += 1 }
        }
        // The rules are for few.
        #expect(differing < 600, "seed \(seed)")
    }

    /// - Returns: whether SQL and memory give different objects.
    private func check(
        _ question: Question, _ world: QueryWorld, _ random: inout SeededGenerator, _ seed: UInt64
    ) throws -> Bool {
        let name = ["Item", "Item", "Item", "Tool", "Screw"].randomElement(using: &random)!
        var text = QuestionText(world: world)
        text.add(question)
        let request = world.request(name, text.format, text.arguments)
        request.includesSubentities = Int.random(in: 0..<4, using: &random) > 0
        let entity = world.entities[name]!
        let objects = world.objects.filter {
            request.includesSubentities ? $0.entity.isKindOf(entity: entity) : $0.entity === entity
        }
        func expected(_ logic: Logic) -> [WorldObject] {
            objects.filter { Answers(logic: logic, object: $0).answer(question) == true }
        }
        let sql = expected(.sql)
        let orders = try WorldOrder.some(&random)
        request.sortDescriptors = orders.map(\.descriptor)
        let sorted = WorldOrder.sorted(sql, orders)
        let comment: Comment = "seed \(seed): \(request)"
        // Nobody asks for the order of the keys alone.
        let keys = try world.keys(request)
        #expect((orders.isEmpty ? keys.sorted() : keys) == sorted.map(\.key), comment)
        #expect(try world.rows(world.query(request, .count)) == [[.integer(Int64(sql.count))]], comment)
        request.fetchOffset = Int.random(in: 0...3, using: &random)
        request.fetchLimit = Int.random(in: 1...4, using: &random)
        let rest = sorted.dropFirst(request.fetchOffset)
        let part = rest.prefix(request.fetchLimit)
        #expect(try world.keys(request) == part.map(\.key), comment)
        #expect(try world.rows(world.query(request, .count)) == [[.integer(Int64(part.count))]], comment)

        let memory = expected(.memory)
        (request.fetchOffset, request.fetchLimit, request.sortDescriptors) = (0, 0, nil)
        #expect(try Set(world.keysInMemory(request)) == Set(memory.map(\.key)), comment)
        return memory.map(\.key) != sql.map(\.key)
    }
}

/// One key of an order, as a descriptor and as plain Swift has it.
struct WorldOrder {
    let path: [String]
    let isAscending: Bool
    let selector: String

    var descriptor: MainspringFoundation.NSSortDescriptor {
        MainspringFoundation.NSSortDescriptor(
            key: path.joined(separator: "."), ascending: isAscending, selector: Selector(selector))
    }

    static func some(_ random: inout SeededGenerator) throws -> [WorldOrder] {
        let paths = [
            ["short"], ["number"], ["long"], ["flag"], ["real"], ["single"], ["price"], ["name"], ["born"], ["code"],
            ["owner", "name"], ["parent", "number"], ["owner"], ["owner", "boss", "name"],
        ]
        let selectors = [
            "compare:", "caseInsensitiveCompare:", "localizedCompare:", "localizedCaseInsensitiveCompare:",
            "localizedStandardCompare:",
        ]
        return (0..<Int.random(in: 0...3, using: &random)).map { _ in
            let path = paths.randomElement(using: &random)!
            let selector = path.last == "name" ? selectors.randomElement(using: &random)! : "compare:"
            return WorldOrder(path: path, isAscending: .random(using: &random), selector: selector)
        }
    }

    static func sorted(_ objects: [WorldObject], _ orders: [WorldOrder]) -> [WorldObject] {
        // Objects that the orders leave open come in the order of their keys only where something is asked of the order.
        objects.sorted { left, right in
            for order in orders {
                let result = order.compare(left, right)
                if result != .orderedSame { return (result == .orderedAscending) == order.isAscending }
            }
            return left.key < right.key
        }
    }

    private func value(_ object: WorldObject) -> WorldValue {
        if path == ["owner"] { return object.ones["owner"].map { .integer($0.key) } ?? .none }
        return Answers(logic: .sql, object: object).value(.path(path))
    }

    private func compare(_ left: WorldObject, _ right: WorldObject) -> ComparisonResult {
        guard case .text(let first) = value(left), case .text(let second) = value(right) else {
            return value(left).order(value(right))
        }
        switch selector {
        case "compare:":
            let (first, second) = (Array(first.utf8), Array(second.utf8))
            return first == second
                ? .orderedSame : first.lexicographicallyPrecedes(second) ? .orderedAscending : .orderedDescending
        case "caseInsensitiveCompare:": return first.caseInsensitiveCompare(second)
        case "localizedCompare:": return first.localizedCompare(second)
        case "localizedCaseInsensitiveCompare:": return first.localizedCaseInsensitiveCompare(second)
        default: return first.localizedStandardCompare(second)
        }
    }
}
