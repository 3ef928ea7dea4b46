internal import Foundation

/// A function of the elements of a collection. `NSNull` does not count.
struct Statistic {
    private let function: ExpressionFunction
    private let elements: [Any]

    /// - Parameter arguments: one collection, or the values themselves.
    init(function: ExpressionFunction, _ arguments: [Any?]) throws(PredicateFailure) {
        self.function = function
        if arguments.count == 1 {
            guard let argument = arguments[0] else {
                elements = []
                return
            }
            if let dictionary = argument as? any KeyValueDictionary {
                elements = dictionary.keyValuePairs.map(\.value)
            } else if let collection = argument as? any KeyValueCollection {
                elements = collection.keyValueElements
            } else if function == .count {
                throw PredicateFailure(
                    .wrongOperand(operation: function.rawValue, given: KeyValueError.naming(argument)))
            } else {
                elements = [argument]
            }
        } else {
            elements = arguments.map { $0 ?? NullValue.shared }
        }
    }

    /// The value: of nothing 0 for a sum and a count, nil for all others.
    var value: Any? {
        get throws(PredicateFailure) {
            switch function {
            case .count: return NSNumber(value: elements.count)
            case .minimum: return try extreme(.orderedAscending)
            case .maximum: return try extreme(.orderedDescending)
            case .mode: return mode()
            default: return try numeric(numbers)
            }
        }
    }

    private var numbers: [Number] {
        get throws(PredicateFailure) {
            var result: [Number] = []
            for element in elements {
                switch Scalar(element) {
                case .none: break
                case .number(let number): result.append(number)
                default: throw wrong(element)
                }
            }
            return result
        }
    }

    private func numeric(_ numbers: [Number]) throws(PredicateFailure) -> Any? {
        var total = NumberTotal()
        for number in numbers { total.add(number) }
        if function == .sum { return total.sum }
        guard !numbers.isEmpty else { return nil }
        switch function {
        case .average: return total.average
        case .median: return median(numbers.sorted { $0.compare($1) == .orderedAscending })
        default:
            // Of all there are, not of a sample: the sum of squares is divided by their number.
            let mean = total.average.doubleValue
            let squares = numbers.reduce(0) { $0 + ($1.double - mean) * ($1.double - mean) }
            return NSNumber(value: (squares / Double(numbers.count)).squareRoot())
        }
    }

    private func median(_ sorted: [Number]) -> Any {
        let middle = sorted.count / 2
        if sorted.count % 2 == 1 { return sorted[middle].object }
        var total = NumberTotal()
        total.add(sorted[middle - 1])
        total.add(sorted[middle])
        return total.average
    }

    /// The values that occur most often, in the order of their first.
    private func mode() -> [Any] {
        var counts: [DistinctValue: Int] = [:]
        var firsts: [(value: Any, key: DistinctValue)] = []
        for element in elements {
            guard let element = constantForm(element), let key = DistinctValue(element) else { continue }
            counts[key, default: 0] += 1
            if counts[key] == 1 { firsts.append((element, key)) }
        }
        let most = counts.values.max()
        return firsts.filter { counts[$0.key] == most }.map(\.value)
    }

    private func extreme(_ order: ComparisonResult) throws(PredicateFailure) -> Any? {
        let type: NSComparisonPredicate.Operator = order == .orderedAscending ? .lessThan : .greaterThan
        let operation = ComparisonOperation(type, [])
        var best: Any?
        for element in elements {
            guard let element = constantForm(element) else { continue }
            if let known = best {
                if try operation.holds(element, known) { best = element }
            } else {
                best = element
            }
        }
        return best
    }

    private func wrong(_ element: Any) -> PredicateFailure {
        PredicateFailure(.wrongOperand(operation: function.rawValue, given: KeyValueError.naming(element)))
    }
}
