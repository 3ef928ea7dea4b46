/// An integer property and an integer.
final class IntegerTest: Test, @unchecked Sendable {
    private let read: (AnyObject) -> Int
    private let relation: OrderRelation
    private let bound: Int

    init(_ read: @escaping (AnyObject) -> Int, _ relation: OrderRelation, _ bound: Int) {
        self.read = read
        self.relation = relation
        self.bound = bound
    }

    override func holds(_ object: AnyObject) -> Bool { relation.holds(read(object), bound) }
}

/// An integer property that may be nil, and an integer.
final class OptionalIntegerTest: Test, @unchecked Sendable {
    private let read: (AnyObject) -> Int?
    private let relation: OrderRelation
    private let bound: Int

    init(_ read: @escaping (AnyObject) -> Int?, _ relation: OrderRelation, _ bound: Int) {
        self.read = read
        self.relation = relation
        self.bound = bound
    }

    override func holds(_ object: AnyObject) -> Bool {
        guard let value = read(object) else { return relation.holdsForNothing }
        return relation.holds(value, bound)
    }
}

/// A floating-point property and a number.
final class FloatingTest: Test, @unchecked Sendable {
    private let read: (AnyObject) -> Double
    private let relation: OrderRelation
    private let bound: Double

    init(_ read: @escaping (AnyObject) -> Double, _ relation: OrderRelation, _ bound: Double) {
        self.read = read
        self.relation = relation
        self.bound = bound
    }

    override func holds(_ object: AnyObject) -> Bool {
        let value = read(object)
        return value.isNaN ? relation.holdsForLeast : relation.holds(value, bound)
    }
}

/// A floating-point property that may be nil, and a number.
final class OptionalFloatingTest: Test, @unchecked Sendable {
    private let read: (AnyObject) -> Double?
    private let relation: OrderRelation
    private let bound: Double

    init(_ read: @escaping (AnyObject) -> Double?, _ relation: OrderRelation, _ bound: Double) {
        self.read = read
        self.relation = relation
        self.bound = bound
    }

    override func holds(_ object: AnyObject) -> Bool {
        guard let value = read(object) else { return relation.holdsForNothing }
        return value.isNaN ? relation.holdsForLeast : relation.holds(value, bound)
    }
}

/// An integer property in a range of integers.
final class IntegerRangeTest: Test, @unchecked Sendable {
    private let read: (AnyObject) -> Int
    private let low: Int
    private let high: Int

    init(_ read: @escaping (AnyObject) -> Int, _ low: Int, _ high: Int) {
        self.read = read
        self.low = low
        self.high = high
    }

    override func holds(_ object: AnyObject) -> Bool {
        let value = read(object)
        return low <= value && value <= high
    }
}

/// An integer property among integers.
final class IntegerListTest: Test, @unchecked Sendable {
    private let read: (AnyObject) -> Int
    private let list: Set<Int>

    init(_ read: @escaping (AnyObject) -> Int, _ list: Set<Int>) {
        self.read = read
        self.list = list
    }

    override func holds(_ object: AnyObject) -> Bool { list.contains(read(object)) }
}
