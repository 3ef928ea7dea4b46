import Foundation
import MainspringFoundation
import SeededRandom
import Testing

/// Random paths through random data, compared with a reference that goes by the definition, one key at a time, over data of its own.
@Suite struct RandomPathTests {
    /// Data as the reference sees it.
    private indirect enum Tree: Equatable {
        case none
        case number(Double)
        case list([Tree])
        case record([String: Tree])
        case object([String: Tree])
    }

    private struct Refused: Error {}
    /// Whether lists and records are distinct depends on the form that they have in a program.
    private struct Undecided: Error {}

    private static let keys = ["a", "b", "c"]
    private static let operators = [
        "@count", "@sum", "@avg", "@min", "@max", "@unionOfObjects", "@distinctUnionOfObjects", "@unionOfArrays",
        "@distinctUnionOfArrays",
    ]

    @Test(arguments: Seeds.first(40))
    func `a path leads where the definition says`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var compared = 0
        for _ in 0..<100 {
            let tree = Self.tree(depth: 4, &random)
            let data = Self.data(tree, &random)
            for _ in 0..<10 {
                let components = Self.path(&random)
                let path = components.joined(separator: ".")
                let expected: Tree?
                do {
                    expected = try Self.follow(tree, components[...])
                } catch is Undecided {
                    continue
                } catch {
                    expected = nil
                }
                let found = try? Self.tree(of: KeyValuePath(path).value(of: data))
                #expect(found == expected, "seed \(seed), path \(path), data \(tree)")
                if let expected, expected != .none { compared += 1 }
            }
        }
        #expect(compared > 50, "seed \(seed): hardly any path led anywhere")
    }

    // MARK: - Making

    private static func tree(depth: Int, _ random: inout SeededGenerator) -> Tree {
        switch Int.random(in: 0..<(depth == 0 ? 4 : 12), using: &random) {
        case 0: .none
        case 1, 2, 3: .number(Double(Int.random(in: -8...8, using: &random)) / 2)
        case 4, 5, 6, 7:
            .list((0..<Int.random(in: 0...3, using: &random)).map { _ in tree(depth: depth - 1, &random) })
        case 8, 9, 10: .record(members(depth: depth, &random))
        default: .object(members(depth: depth, &random))
        }
    }

    private static func members(depth: Int, _ random: inout SeededGenerator) -> [String: Tree] {
        var members: [String: Tree] = [:]
        for key in keys where Int.random(in: 0..<4, using: &random) > 0 {
            let member = tree(depth: depth - 1, &random)
            // What a record does not have is nil; NSNull would be something.
            if member != .none { members[key] = member }
        }
        return members
    }

    /// The same data in one of the forms that a program may have it in.
    private static func data(_ tree: Tree, _ random: inout SeededGenerator) -> Any {
        switch tree {
        case .none: return NSNull()
        case .number(let value):
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return value
            case 1: return NSNumber(value: value)
            case 2: return CGFloat(value)
            default: return Int(exactly: value) as Any? ?? Float(value)
            }
        case .list(let elements):
            let values = elements.map { data($0, &random) }
            return Bool.random(using: &random) ? values : NSArray(array: values)
        case .record(let members):
            let values = values(members, &random)
            return Bool.random(using: &random) ? values : NSDictionary(dictionary: values)
        case .object(let members):
            let container = Container()
            container.extra = values(members, &random)
            return container
        }
    }

    private static func values(_ members: [String: Tree], _ random: inout SeededGenerator) -> [String: Any] {
        var values: [String: Any] = [:]
        for (key, member) in members.sorted(by: { $0.key < $1.key }) { values[key] = data(member, &random) }
        return values
    }

    private static func path(_ random: inout SeededGenerator) -> [String] {
        var components: [String] = []
        repeat {
            if Int.random(in: 0..<3, using: &random) == 0, let name = operators.randomElement(using: &random) {
                components.append(name)
            }
            components.append(keys.randomElement(using: &random) ?? "a")
        } while Int.random(in: 0..<3, using: &random) > 0
        return components
    }

    // MARK: - Reading what was found

    private static func tree(of value: Any?) -> Tree {
        switch value {
        case nil, is NSNull: .none
        case let array as [Any]: .list(array.map { tree(of: $0) })
        case let container as Container: .object(container.extra.mapValues { tree(of: $0) })
        case let dictionary as [String: Any]: .record(dictionary.mapValues { tree(of: $0) })
        case let number as NSNumber: .number(number.doubleValue)
        default: .record(["unexpected": .none])
        }
    }

    // MARK: - The reference

    private static func follow(_ tree: Tree, _ components: ArraySlice<String>) throws -> Tree {
        guard let first = components.first else { return tree }
        let rest = components.dropFirst()
        guard tree != .none else { return .none }
        if !first.hasPrefix("@") { return try follow(member(first, of: tree), rest) }
        if case .record(let members) = tree, first == "@count" { return .number(Double(members.count)) }
        guard case .list(let elements) = tree else { throw Refused() }
        if first == "@count" { return .number(Double(elements.count)) }
        if first.hasSuffix("Arrays") {
            var joined: [Tree] = []
            for element in elements {
                if case .list(let inner) = element, !rest.contains(where: { $0.hasPrefix("@") }) {
                    for value in inner { joined.append(try present(follow(value, rest))) }
                } else {
                    guard case .list(let values) = try follow(element, rest) else { throw Refused() }
                    joined += values
                }
            }
            return try .list(first.contains("distinct") ? distinct(joined) : joined)
        }
        let values = try elements.map { try follow($0, rest) }
        switch first {
        case "@unionOfObjects": return try .list(values.map(present))
        case "@distinctUnionOfObjects": return try .list(distinct(values.map(present)))
        case "@sum": return try .number(values.map { try number($0) ?? 0 }.reduce(0, +))
        case "@avg":
            let sum = try values.map { try number($0) ?? 0 }.reduce(0, +)
            return .number(values.isEmpty ? 0 : sum / Double(values.count))
        case "@min": return try values.compactMap(number).min().map { .number($0) } ?? .none
        default: return try values.compactMap(number).max().map { .number($0) } ?? .none
        }
    }

    private static func member(_ key: String, of tree: Tree) throws -> Tree {
        switch tree {
        case .none: .none
        case .number: throw Refused()
        case .list(let elements): try .list(elements.map { try member(key, of: $0) })
        case .record(let members), .object(let members): members[key] ?? .none
        }
    }

    private static func present(_ tree: Tree) throws -> Tree {
        if tree == .none { throw Refused() }
        return tree
    }

    private static func number(_ tree: Tree) throws -> Double? {
        switch tree {
        case .none: nil
        case .number(let value): value
        case .list, .record, .object: throw Refused()
        }
    }

    private static func distinct(_ trees: [Tree]) throws -> [Tree] {
        var result: [Tree] = []
        for tree in trees {
            guard case .number = tree else { throw Undecided() }
            if !result.contains(tree) { result.append(tree) }
        }
        return result
    }
}
