internal import Foundation

/// Collections whose elements are asked for keys.
protocol KeyValueCollection {
    /// The elements in their order, if they have one.
    var keyValueElements: [Any] { get }
    /// How many there are.
    var keyValueCount: Int { get }
    /// Makes what a key of the collection gives, of what it gives for the elements.
    func keyValueResult(_ values: [Any?]) throws(KeyValueError) -> Any
}

extension KeyValueCollection {
    /// What keys lead to from each element.
    func mapped(_ keys: ArraySlice<String>) throws(KeyValueError) -> Any {
        // The collection itself answers a key with a sign.
        if keys.count == 1, keys.first == DictionaryKey.count.rawValue { return NSNumber(value: keyValueCount) }
        var results: [Any?] = []
        results.reserveCapacity(keyValueCount)
        for element in keyValueElements { results.append(try ParsedPath.read(element, keys)) }
        return try keyValueResult(results)
    }

    /// An array, with `NSNull` for nil.
    fileprivate func arrayResult(_ values: [Any?]) -> [Any] { values.map { $0 ?? NullValue.shared } }
}

extension Collection {
    /// The elements, each as what it is: also one whose static type is a protocol or `Any`.
    fileprivate var asAny: [Any] {
        // What was put into a set because it is hashable is asked itself.
        if Element.self == AnyHashable.self { return map { ($0 as? AnyHashable)?.base ?? $0 } }
        // A reference is put into `Any` at once; a cast, which also looks into what a protocol type holds, costs far
        // more.
        return Element.self is AnyClass ? map { $0 as Any } : Array(self)
    }
}

extension Array: KeyValueCollection {
    var keyValueElements: [Any] { asAny }
    var keyValueCount: Int { count }
    func keyValueResult(_ values: [Any?]) throws(KeyValueError) -> Any { arrayResult(values) }
}

extension ArraySlice: KeyValueCollection {
    var keyValueElements: [Any] { asAny }
    var keyValueCount: Int { count }
    func keyValueResult(_ values: [Any?]) throws(KeyValueError) -> Any { arrayResult(values) }
}

extension ContiguousArray: KeyValueCollection {
    var keyValueElements: [Any] { asAny }
    var keyValueCount: Int { count }
    func keyValueResult(_ values: [Any?]) throws(KeyValueError) -> Any { arrayResult(values) }
}

extension NSArray: KeyValueCollection {
    var keyValueElements: [Any] { map { $0 } }
    var keyValueCount: Int { count }
    func keyValueResult(_ values: [Any?]) throws(KeyValueError) -> Any { arrayResult(values) }
}

extension Set: KeyValueCollection {
    var keyValueElements: [Any] { asAny }
    var keyValueCount: Int { count }
    func keyValueResult(_ values: [Any?]) throws(KeyValueError) -> Any { try DistinctValue.set(values) }
}

extension NSSet: KeyValueCollection {
    var keyValueElements: [Any] { allObjects }
    var keyValueCount: Int { count }
    func keyValueResult(_ values: [Any?]) throws(KeyValueError) -> Any { try DistinctValue.set(values) }
}

extension NSOrderedSet: KeyValueCollection {
    var keyValueElements: [Any] { map { $0 } }
    var keyValueCount: Int { count }
    func keyValueResult(_ values: [Any?]) throws(KeyValueError) -> Any {
        NSOrderedSet(array: try DistinctValue.distinct(values.compactMap { $0 }))
    }
}
