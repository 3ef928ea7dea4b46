import Foundation

/// Answers questions about an object in plain Swift.
struct Answers {
    let logic: Logic
    let object: WorldObject
    /// The element of the subquery.
    var element: WorldObject?

    /// Nil where nobody knows.
    func answer(_ question: Question) -> Bool? {
        switch question {
        case .all(let parts):
            let answers = parts.map(answer)
            return answers.contains(false) ? false : answers.contains(nil) ? nil : true
        case .one(let parts):
            let answers = parts.map(answer)
            return answers.contains(true) ? true : answers.contains(nil) ? nil : false
        case .not(let part): return answer(part).map { !$0 }
        case .value(let value): return value
        case .compare(let left, let symbol, let right, let options):
            return compare(value(left), symbol, value(right), options)
        case .isNil(let term, let isOpposite): return (value(term) == .none) != isOpposite
        case .among(let term, let values):
            if values.isEmpty { return false }
            let value = value(term)
            if value == .none { return unknown(false) }
            return values.contains { compare(value, "==", $0, "") == true }
        case .between(let term, let low, let high):
            let value = value(term)
            return answer(
                .all([
                    .compare(.constant(value), ">=", .constant(low), options: ""),
                    .compare(.constant(value), "<=", .constant(high), options: ""),
                ]))
        case .some(let modifier, let path, let attribute, let symbol, let plain, let options):
            let answers = members(path).map { compare($0.values[attribute] ?? .none, symbol, plain, options) }
            return modifier == "ANY" ? answers.contains(true) : answers.allSatisfy { $0 == true }
        case .same(let path, let other, let isOpposite):
            guard let end = end(path) else { return unknown(isOpposite) }
            return (end === other) != isOpposite
        case .isOne(let path, let others):
            if others.isEmpty { return false }
            guard let end = end(path) else { return unknown(false) }
            return others.contains { $0 === end }
        case .noObject(let path, let isOpposite): return (end(path) == nil) != isOpposite
        case .has(let path, let other): return members(path).contains { $0 === other }
        }
    }

    /// What SQL does not know, and memory does.
    private func unknown(_ answer: Bool) -> Bool? { logic == .sql ? nil : answer }

    private func end(_ path: [String]) -> WorldObject? { path.reduce(object) { $0?.ones[$1] } }

    private func members(_ path: [String]) -> [WorldObject] {
        path.dropLast().reduce(object) { $0?.ones[$1] }?.manys[path.last!] ?? []
    }

    // MARK: Values

    func value(_ term: Term) -> WorldValue {
        switch term {
        case .path(let path): return path.dropLast().reduce(object) { $0?.ones[$1] }?.values[path.last!] ?? .none
        case .element(let path): return path.dropLast().reduce(element) { $0?.ones[$1] }?.values[path.last!] ?? .none
        case .constant(let value): return value
        case .infix(let symbol, let left, let right): return infix(symbol, value(left), value(right))
        case .call(let name, let term): return call(name, value(term))
        case .choice(let question, let first, let second): return value(answer(question) == true ? first : second)
        case .total(let operation, let path, let attribute): return total(operation, path, attribute)
        case .matches(let path, let question):
            let count = members(path).count { member in
                Answers(logic: logic, object: object, element: member).answer(question) == true
            }
            return .integer(Int64(count))
        }
    }

    private func infix(_ symbol: String, _ left: WorldValue, _ right: WorldValue) -> WorldValue {
        if case .integer(let left) = left, case .integer(let right) = right {
            return switch symbol {
            case "+": .integer(left + right)
            case "-": .integer(left - right)
            case "*": .integer(left * right)
            case "/": .integer(left / right)
            case "&": .integer(left & right)
            default: .integer(left | right)
            }
        }
        guard let left = left.double, let right = right.double else { return .none }
        return switch symbol {
        case "+": .real(left + right)
        case "-": .real(left - right)
        case "*": .real(left * right)
        default: .real(left / right)
        }
    }

    private func call(_ name: String, _ value: WorldValue) -> WorldValue {
        switch (name, value) {
        case ("abs", .integer(let number)): .integer(number.magnitude > Int64.max ? 0 : Swift.abs(number))
        case ("abs", .real(let number)): .real(Swift.abs(number))
        case ("ceiling", .real(let number)): .real(number.rounded(.up))
        case ("floor", .real(let number)): .real(number.rounded(.down))
        case ("ceiling", .integer), ("floor", .integer): value
        case ("lowercase", .text(let text)): .text(text.lowercased())
        case ("uppercase", .text(let text)): .text(text.uppercased())
        case ("length", .text(let text)): .integer(Int64(text.utf16.count))
        default: .none
        }
    }

    private func total(_ operation: String, _ path: [String], _ attribute: String) -> WorldValue {
        // In memory nothing is asked of nobody.
        if logic == .memory, path.dropLast().reduce(object, { $0?.ones[$1] }) == nil { return .none }
        let members = members(path)
        let values = members.map { $0.values[attribute] ?? .none }
        let numbers = values.compactMap(\.double)
        switch operation {
        case "@count": return .integer(Int64(members.count))
        case "@sum": return .integer(Int64(numbers.reduce(0, +)))
        case "@avg":
            if logic == .memory { return .real(members.isEmpty ? 0 : numbers.reduce(0, +) / Double(members.count)) }
            return numbers.isEmpty ? .none : .real(numbers.reduce(0, +) / Double(numbers.count))
        case "@min": return numbers.min().map { .real($0) } ?? .none
        default: return numbers.max().map { .real($0) } ?? .none
        }
    }

    // MARK: Comparisons

    private func compare(_ left: WorldValue, _ symbol: String, _ right: WorldValue, _ options: String) -> Bool? {
        guard left != .none, right != .none else {
            switch symbol {
            case "==": return unknown(left == right)
            case "!=": return unknown(left != right)
            default: return unknown(false)
            }
        }
        if case .text(let left) = left, case .text(let right) = right {
            return texts(left, symbol, right, options)
        }
        let order = left.order(right)
        return switch symbol {
        case "==": order == .orderedSame
        case "!=": order != .orderedSame
        case "<": order == .orderedAscending
        case "<=": order != .orderedDescending
        case ">": order == .orderedDescending
        default: order != .orderedAscending
        }
    }

    private func texts(_ left: String, _ symbol: String, _ right: String, _ options: String) -> Bool {
        let isPlain = options.isEmpty || options == "[n]"
        var folding: String.CompareOptions = []
        if options.contains("c") { folding.insert(.caseInsensitive) }
        if options.contains("d") { folding.insert(.diacriticInsensitive) }
        func folded(_ text: String) -> String {
            options == "[n]" ? text : text.folding(options: folding, locale: nil).precomposedStringWithCanonicalMapping
        }
        // Without options the bytes count in SQL, and the letters in memory, where a part is asked for or an order.
        let isBytes = isPlain && (logic == .sql || symbol == "==" || symbol == "!=")
        let isRange = symbol == "BEGINSWITH" && isPlain && logic == .sql
        let (first, second) =
            isBytes && symbol.first?.isLetter != true || isRange ? (left, right) : (folded(left), folded(right))
        let (bytes, part) = (Array(first.utf8), Array(second.utf8))
        switch symbol {
        case "==": return bytes == part
        case "!=": return bytes != part
        case "BEGINSWITH": return !part.isEmpty && bytes.starts(with: part)
        case "ENDSWITH": return !part.isEmpty && bytes.reversed().starts(with: part.reversed())
        case "CONTAINS": return !part.isEmpty && bytes.indices.contains { bytes[$0...].starts(with: part) }
        case "LIKE": return Self.isLike(Array(first)[...], Array(second)[...])
        case "MATCHES":
            let options: NSRegularExpression.Options = options.contains("c") ? [.caseInsensitive] : []
            let text =
                folding.contains(.diacriticInsensitive)
                ? left.folding(options: [.diacriticInsensitive], locale: nil) : left
            let expression = try! NSRegularExpression(pattern: "\\A(?:\(right))\\z", options: options)
            return expression.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
        default: break
        }
        let order: ComparisonResult =
            isBytes
            ? (bytes.lexicographicallyPrecedes(part)
                ? .orderedAscending : bytes == part ? .orderedSame : .orderedDescending)
            : first.compare(second)
        return switch symbol {
        case "<": order == .orderedAscending
        case "<=": order != .orderedDescending
        case ">": order == .orderedDescending
        default: order != .orderedAscending
        }
    }

    private static func isLike(_ text: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        switch first {
        case "*": return (text.startIndex...text.endIndex).contains { isLike(text[$0...], pattern.dropFirst()) }
        case "?": return !text.isEmpty && isLike(text.dropFirst(), pattern.dropFirst())
        default: return text.first == first && isLike(text.dropFirst(), pattern.dropFirst())
        }
    }
}

extension WorldValue {
    var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }

    /// Nothing comes first; numbers by their values, exactly.
    func order(_ other: WorldValue) -> ComparisonResult {
        func order<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
            left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
        }
        switch (self, other) {
        case (.none, .none): return .orderedSame
        case (.none, _): return .orderedAscending
        case (_, .none): return .orderedDescending
        case (.integer(let left), .integer(let right)): return order(left, right)
        case (.integer(let left), .real(let right)):
            guard let whole = Int64(exactly: right.rounded(.down)) else {
                return right > 0 ? .orderedAscending : .orderedDescending
            }
            return left == whole ? order(right.rounded(.down), right) : order(left, whole)
        case (.real, .integer):
            let result = other.order(self)
            return result == .orderedSame
                ? .orderedSame : result == .orderedAscending ? .orderedDescending : .orderedAscending
        case (.real(let left), .real(let right)), (.date(let left), .date(let right)): return order(left, right)
        case (.uuid(let left), .uuid(let right)): return order(left.uuidString, right.uuidString)
        default: return self == other ? .orderedSame : .orderedAscending
        }
    }
}
