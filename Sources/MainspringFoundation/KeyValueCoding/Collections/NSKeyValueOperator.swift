/// The operators on collections that a key path may have, by name without the sign.
///
/// Operators that give a number return an `NSNumber`, which `as?` turns into any type that can hold it. The others that
/// give an array return an `[Any]`, those that give a set a `Set<AnyHashable>`; elements are as they were read.
public struct NSKeyValueOperator: RawRepresentable, Hashable, Sendable {
    /// The operator's name, such as `avg`.
    public let rawValue: String

    /// Makes the operator of a name; key paths know those below only.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `@avg`: the average, as an `NSNumber`, of numbers and 0 for `nil`; exact, as an `NSDecimalNumber`, of decimal
    /// numbers; 0 of none, for which Apple documents nothing.
    public static let averageKeyValueOperator = NSKeyValueOperator(rawValue: "avg")
    /// `@count`: how many elements there are, as an `NSNumber`; what stands to its right is ignored.
    public static let countKeyValueOperator = NSKeyValueOperator(rawValue: "count")
    /// `@distinctUnionOfArrays`: what the elements of all the collections give, each once, as an array.
    public static let distinctUnionOfArraysKeyValueOperator = NSKeyValueOperator(rawValue: "distinctUnionOfArrays")
    /// `@distinctUnionOfObjects`: what the elements give, each once in the order of its first, as an array; `nil` is an
    /// error.
    public static let distinctUnionOfObjectsKeyValueOperator = NSKeyValueOperator(rawValue: "distinctUnionOfObjects")
    /// `@distinctUnionOfSets`: what the elements of all the collections give, as a set.
    public static let distinctUnionOfSetsKeyValueOperator = NSKeyValueOperator(rawValue: "distinctUnionOfSets")
    /// `@max`: the greatest that the elements give; `nil` and `NSNull` are left out; `nil` of none.
    public static let maximumKeyValueOperator = NSKeyValueOperator(rawValue: "max")
    /// `@min`: the least that the elements give; `nil` and `NSNull` are left out; `nil` of none.
    public static let minimumKeyValueOperator = NSKeyValueOperator(rawValue: "min")
    /// `@sum`: the sum, as an `NSNumber`, of numbers and 0 for `nil`; exact of integers, and of decimal numbers, which
    /// give an `NSDecimalNumber`; 0 of none.
    public static let sumKeyValueOperator = NSKeyValueOperator(rawValue: "sum")
    /// `@unionOfArrays`: what the elements of all the collections give, as an array; `nil` is an error.
    public static let unionOfArraysKeyValueOperator = NSKeyValueOperator(rawValue: "unionOfArrays")
    /// `@unionOfObjects`: what the elements give, as an array; `nil` is an error.
    public static let unionOfObjectsKeyValueOperator = NSKeyValueOperator(rawValue: "unionOfObjects")
    /// `@unionOfSets`: what the elements of all the collections give, as a set.
    public static let unionOfSetsKeyValueOperator = NSKeyValueOperator(rawValue: "unionOfSets")
}
