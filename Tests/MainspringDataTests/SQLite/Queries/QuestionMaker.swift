import Foundation
import SeededRandom

/// Makes questions about items by chance.
struct QuestionMaker {
    let world: QueryWorld
    var random: SeededGenerator

    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &random)! }

    private static let numbers = [
        ["short"], ["number"], ["real"], ["single"], ["price"], ["flag"], ["owner", "number"], ["parent", "number"],
        ["owner", "boss", "number"], ["parent", "owner", "number"], ["long"],
    ]
    private static let texts = [["name"], ["owner", "name"], ["parent", "name"], ["owner", "boss", "name"]]
    private static let orders = ["==", "!=", "<", "<=", ">", ">="]
    private static let manys = [["tags"], ["children"], ["owner", "items"], ["parent", "tags"], ["owner", "staff"]]
    private static let options = ["", "[c]", "[d]", "[cd]", "[n]"]

    mutating func question(depth: Int = 0) -> Question {
        switch Int.random(in: depth < 3 ? 0..<24 : 6..<24, using: &random) {
        case 0, 1: return .not(question(depth: depth + 1))
        case 2, 3: return .all((0..<Int.random(in: 0...3, using: &random)).map { _ in question(depth: depth + 1) })
        case 4, 5: return .one((0..<Int.random(in: 0...3, using: &random)).map { _ in question(depth: depth + 1) })
        case 6: return .value(Bool.random(using: &random))
        case 7, 8, 9: return .compare(number(depth), pick(Self.orders), number(depth), options: "")
        case 10, 11: return textual(text(depth))
        case 12:
            return .isNil(
                pick([.path(pick(Self.numbers)), .path(pick(Self.texts)), .path(["born"])]), Bool.random(using: &random)
            )
        case 13:
            let path = pick(Self.numbers)
            return .among(
                .path(path),
                (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    .integer(Int64.random(in: -4...4, using: &random))
                })
        case 14: return .among(.path(pick(Self.texts)), [.text(pick(QueryWorld.texts)), .text(pick(QueryWorld.texts))])
        case 15: return .between(.path(pick(Self.numbers)), constant(), constant())
        case 16, 17: return some()
        case 18:
            return .same(
                pick([[], ["owner"], ["parent"], ["owner", "boss"], ["parent", "owner"]]), pick(world.objects),
                isOpposite: Bool.random(using: &random))
        case 19:
            return .isOne(
                pick([[], ["owner"], ["parent", "parent"]]),
                (0..<Int.random(in: 0...4, using: &random)).map { _ in pick(world.objects) })
        case 20: return .noObject(pick([["owner"], ["parent"], ["parent", "owner"]]), Bool.random(using: &random))
        case 21: return .has(pick(Self.manys), pick(world.objects))
        case 22: return other()
        default: return .compare(total(), pick(Self.orders), .constant(constant()), options: "")
        }
    }

    private mutating func constant() -> WorldValue {
        Bool.random(using: &random)
            ? .integer(pick([-3, -1, 0, 1, 2, 4, .max, 1 << 53, .min]))
            : .real(pick([-1.5, 0, 0.25, 2, 9_007_199_254_740_992, -.infinity, 1e300]))
    }

    /// A number whose arithmetic stays small.
    private mutating func small(_ depth: Int) -> Term {
        pick([
            .path(["short"]), .path(["number"]), .path(["owner", "number"]), .path(["price"]), .constant(.integer(3)),
            .constant(.real(0.5)),
        ])
    }

    private mutating func number(_ depth: Int) -> Term {
        switch Int.random(in: depth < 3 ? 0..<10 : 0..<4, using: &random) {
        case 0, 1, 2: return .path(pick(Self.numbers))
        case 3, 4: return .constant(constant())
        case 5: return .infix(pick(["+", "-", "*"]), small(depth), small(depth))
        case 6: return .infix("/", small(depth), .constant(pick([.integer(2), .integer(-3), .real(0.5)])))
        case 7: return .call(pick(["abs", "ceiling", "floor"]), small(depth))
        case 8: return .choice(question(depth: 3), small(depth), small(depth))
        default: return total()
        }
    }

    private mutating func total() -> Term {
        let path = pick(Self.manys)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .total("@count", path, "")
        case 1: return .total(pick(["@sum", "@avg", "@min", "@max"]), path, "number")
        default: return .matches(path, inner())
        }
    }

    /// About the element of a subquery.
    private mutating func inner() -> Question {
        let first: Question =
            Bool.random(using: &random)
            ? .compare(
                .element(["number"]), pick(Self.orders), .constant(.integer(Int64.random(in: -3...3, using: &random))),
                options: "")
            : .compare(
                .element(["name"]), pick(["==", "BEGINSWITH", "CONTAINS"]), .constant(.text(pick(QueryWorld.texts))),
                options: pick(Self.options))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .not(first)
        case 1: return .all([first, .compare(.path(["number"]), ">", .element(["number"]), options: "")])
        default: return first
        }
    }

    private mutating func text(_ depth: Int) -> Term {
        Int.random(in: 0..<5, using: &random) == 0
            ? .call(pick(["lowercase", "uppercase"]), .path(pick(Self.texts))) : .path(pick(Self.texts))
    }

    private mutating func textual(_ term: Term) -> Question {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .compare(.call("length", term), pick(Self.orders), .constant(.integer(2)), options: "")
        case 1:
            return .compare(
                term, "LIKE", .constant(.text(pick(["*", "a*", "*b", "?b*", "a?", ""]))), options: pick(Self.options))
        case 2:
            return .compare(
                term, "MATCHES", .constant(.text(pick(["a.*", ".b", "[a-z]+", "\\d*"]))),
                options: pick(["", "[c]", "[cd]"]))
        case 3:
            return .compare(
                .path(pick(Self.texts)), pick(Self.orders), .path(pick(Self.texts)), options: pick(Self.options))
        default:
            let symbol = pick(Self.orders + ["BEGINSWITH", "ENDSWITH", "CONTAINS", "BEGINSWITH", "CONTAINS"])
            return .compare(term, symbol, .constant(.text(pick(QueryWorld.texts))), options: pick(Self.options))
        }
    }

    private mutating func some() -> Question {
        let modifier = pick(["ANY", "ANY", "ALL"])
        let path = pick(Self.manys)
        if Bool.random(using: &random) {
            return .some(
                modifier, path, "number", pick(Self.orders), .integer(Int64.random(in: -3...3, using: &random)),
                options: "")
        }
        return .some(
            modifier, path, "name", pick(["==", "BEGINSWITH", "CONTAINS", "LIKE"]), .text(pick(QueryWorld.texts)),
            options: pick(Self.options))
    }

    private mutating func other() -> Question {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return .compare(
                .path(["born"]), pick(Self.orders), .constant(.date(pick([0, 1, -4e9, 2.25]))), options: "")
        case 1:
            return .compare(
                .path(["code"]), pick(Self.orders),
                .constant(.uuid(UUID(uuid: (1, 0, 0, 0, 0, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1, 200)))), options: "")
        case 2: return .compare(.path(["page"]), pick(["==", "!="]), .constant(.url("x:y")), options: "")
        default: return .compare(.path(["bytes"]), pick(["==", "!="]), .constant(.data(Data([0]))), options: "")
        }
    }
}
