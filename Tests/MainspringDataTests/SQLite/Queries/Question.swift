import Foundation

@testable import MainspringData

/// How a question is answered where something is nil.
enum Logic {
    /// As SQL: unknown.
    case sql
    /// As predicates in memory.
    case memory
}

/// A value in a question.
indirect enum Term {
    /// What a path leads to: relationships to one, and an attribute.
    case path([String])
    /// The same from the element of a subquery.
    case element([String])
    case constant(WorldValue)
    case infix(String, Term, Term)
    /// A function of one number or text.
    case call(String, Term)
    case choice(Question, Term, Term)
    /// An operator on what a path leads to, of which the last relationship is to many.
    case total(String, [String], String)
    /// How many of what a path leads to answer a question.
    case matches([String], Question)
}

/// A question about an object, as a predicate and as plain Swift answers it.
indirect enum Question {
    case all([Question])
    case one([Question])
    case not(Question)
    case value(Bool)
    /// An operator between two values, with options.
    case compare(Term, String, Term, options: String)
    case isNil(Term, Bool)
    case among(Term, [WorldValue])
    case between(Term, WorldValue, WorldValue)
    /// ANY or ALL of the values that a path through one relationship to many leads to.
    case some(String, [String], String, String, WorldValue, options: String)
    /// Whether what a path of relationships to one leads to is an object.
    case same([String], WorldObject, isOpposite: Bool)
    case isOne([String], [WorldObject])
    case noObject([String], Bool)
    /// Whether a relationship to many has an object.
    case has([String], WorldObject)
}

// MARK: - As formats

/// A format with its arguments.
struct QuestionText {
    var format = ""
    var arguments: [Any] = []
    let world: QueryWorld

    mutating func add(_ question: Question) {
        switch question {
        case .all(let parts): list(parts, " AND ", "TRUEPREDICATE")
        case .one(let parts): list(parts, " OR ", "FALSEPREDICATE")
        case .not(let part):
            format += "NOT ("
            add(part)
            format += ")"
        case .value(let value): format += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .compare(let left, let symbol, let right, let options):
            add(left)
            format += " \(symbol)\(options) "
            add(right)
        case .isNil(let term, let isOpposite):
            add(term)
            format += isOpposite ? " != nil" : " == nil"
        case .among(let term, let values):
            add(term)
            format += " IN %@"
            arguments.append(values.compactMap(\.object))
        case .between(let term, let low, let high):
            add(term)
            format += " BETWEEN %@"
            arguments.append([low.object!, high.object!])
        case .some(let modifier, let path, let attribute, let symbol, let value, let options):
            format += "\(modifier) %K \(symbol)\(options) %@"
            arguments += [(path + [attribute]).joined(separator: "."), value.object!]
        case .same(let path, let object, let isOpposite):
            key(path)
            format += isOpposite ? " != %@" : " == %@"
            arguments.append(world.managed(object))
        case .isOne(let path, let objects):
            key(path)
            format += " IN %@"
            arguments.append(objects.map { world.managed($0).objectID })
        case .noObject(let path, let isOpposite):
            key(path)
            format += isOpposite ? " != nil" : " == nil"
        case .has(let path, let object):
            key(path)
            format += " CONTAINS %@"
            arguments.append(world.managed(object))
        }
    }

    private mutating func list(_ parts: [Question], _ separator: String, _ none: String) {
        if parts.isEmpty { format += none }
        for (index, part) in parts.enumerated() {
            format += index > 0 ? separator : ""
            format += "("
            add(part)
            format += ")"
        }
    }

    private mutating func key(_ path: [String]) {
        guard !path.isEmpty else {
            format += "SELF"
            return
        }
        format += "%K"
        arguments.append(path.joined(separator: "."))
    }

    private mutating func add(_ term: Term) {
        switch term {
        case .path(let path): key(path)
        case .element(let path): format += "$x.\(path.joined(separator: "."))"
        case .constant(let value):
            format += "%@"
            arguments.append(value.object!)
        case .infix(let symbol, let left, let right):
            format += "("
            add(left)
            format += " \(symbol) "
            add(right)
            format += ")"
        case .call(let name, let term):
            format += "\(name)("
            add(term)
            format += ")"
        case .choice(let question, let first, let second):
            format += "TERNARY("
            add(question)
            format += ", "
            add(first)
            format += ", "
            add(second)
            format += ")"
        case .total(let operation, let path, let attribute):
            format += "%K"
            arguments.append((path + [operation] + (attribute.isEmpty ? [] : [attribute])).joined(separator: "."))
        case .matches(let path, let question):
            format += "SUBQUERY(%K, $x, "
            arguments.append(path.joined(separator: "."))
            add(question)
            format += ").@count"
        }
    }
}
