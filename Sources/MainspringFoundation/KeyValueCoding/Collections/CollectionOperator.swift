internal import Foundation

/// An operator of a key path, by its name.
enum CollectionOperator: String, CaseIterable {
    case average = "avg"
    case count
    case distinctUnionOfArrays
    case distinctUnionOfObjects
    case distinctUnionOfSets
    case maximum = "max"
    case minimum = "min"
    case sum
    case unionOfArrays
    case unionOfObjects
    case unionOfSets

    /// The operator that a component of a path is, with its sign; nil if it is none.
    init?(_ component: Substring) {
        guard component.first == "@" else { return nil }
        self.init(rawValue: String(component.dropFirst()))
    }

    /// The name as it is written in a path.
    var name: String { "@" + rawValue }

    /// Applies the operator to what stands to its left, with the path to its right.
    func apply(to value: Any, _ operand: ParsedPath?) throws(KeyValueError) -> Any? {
        if self == .count, let dictionary = value as? any KeyValueDictionary {
            return NSNumber(value: dictionary.keyValueCount)
        }
        guard let collection = value as? any KeyValueCollection else {
            throw .notACollection(operation: name, given: KeyValueError.naming(value))
        }
        guard self != .count, let operand else { return NSNumber(value: collection.keyValueCount) }
        switch self {
        case .count: return NSNumber(value: collection.keyValueCount)
        case .sum: return try total(of: values(collection, operand)).sum
        case .average: return try total(of: values(collection, operand)).average
        case .minimum: return try extreme(of: values(collection, operand), .orderedAscending)
        case .maximum: return try extreme(of: values(collection, operand), .orderedDescending)
        case .unionOfObjects: return try objects(collection, operand)
        case .distinctUnionOfObjects: return try DistinctValue.distinct(objects(collection, operand))
        case .unionOfArrays: return try nested(collection, operand)
        case .distinctUnionOfArrays: return try DistinctValue.distinct(nested(collection, operand))
        case .unionOfSets, .distinctUnionOfSets: return try DistinctValue.set(nested(collection, operand))
        }
    }

    /// What the elements give; nil may be among it.
    private func values(_ collection: any KeyValueCollection, _ operand: ParsedPath) throws(KeyValueError) -> [Any?] {
        var values: [Any?] = []
        for element in collection.keyValueElements { values.append(flattened(try operand.read(element))) }
        return values
    }

    /// What the elements give, of which none may be nil.
    private func objects(_ collection: any KeyValueCollection, _ operand: ParsedPath) throws(KeyValueError) -> [Any] {
        var objects: [Any] = []
        for value in try values(collection, operand) {
            guard let value else { throw .nilOperand(operation: name) }
            objects.append(value)
        }
        return objects
    }

    /// What the elements of all elements give; where an element is no collection itself, the path leads from it to one.
    /// An operator in the path to the right is asked of each inner collection.
    private func nested(_ collection: any KeyValueCollection, _ operand: ParsedPath) throws(KeyValueError) -> [Any] {
        var result: [Any] = []
        for element in collection.keyValueElements {
            if operand.operation == nil, let inner = element as? any KeyValueCollection {
                result += try objects(inner, operand)
            } else {
                let value = flattened(try operand.read(element)) as Any
                guard let values = value as? any KeyValueCollection else {
                    throw .notACollection(operation: name, given: KeyValueError.naming(value))
                }
                result += values.keyValueElements
            }
        }
        return result
    }

    /// The numbers added up.
    private func total(of values: [Any?]) throws(KeyValueError) -> NumberTotal {
        var total = NumberTotal()
        for value in values {
            guard let value, !isNull(value) else {
                total.add(.signed(0))
                continue
            }
            guard let number = Number(value) else {
                throw .wrongOperand(operation: name, given: KeyValueError.naming(value))
            }
            total.add(number)
        }
        return total
    }

    /// The first value that no other precedes in the order.
    private func extreme(of values: [Any?], _ order: ComparisonResult) throws(KeyValueError) -> Any? {
        var best: Any?
        for value in values {
            guard let value, !isNull(value) else { continue }
            guard let known = best else {
                // What has no order at all is found out even if it is alone.
                guard ValueOrder.compare(value, value) != nil else {
                    throw .wrongOperand(operation: name, given: KeyValueError.naming(value))
                }
                best = value
                continue
            }
            guard let comparison = ValueOrder.compare(value, known) else {
                throw .notComparable(
                    operation: name, first: KeyValueError.naming(known), second: KeyValueError.naming(value))
            }
            if comparison == order { best = value }
        }
        return best
    }
}
