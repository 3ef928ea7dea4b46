public import Foundation

extension Array {
    /// Returns the elements for which a predicate holds, in their order. Ours.
    ///
    /// The predicate is made ready once for each class of elements: a comparison of a key with a constant costs some 20 ns
    /// then, if the key is declared with closures.
    public func filtered(using predicate: NSPredicate) -> [Element] { predicate.filter(self) }

    /// Removes the elements for which a predicate does not hold. Ours.
    public mutating func filter(using predicate: NSPredicate) { self = predicate.filter(self) }
}

extension Set {
    /// Returns the elements for which a predicate holds. Ours.
    public func filtered(using predicate: NSPredicate) -> Set<Element> { Set(predicate.filter(Array(self))) }

    /// Removes the elements for which a predicate does not hold. Ours.
    public mutating func filter(using predicate: NSPredicate) { self = filtered(using: predicate) }
}

extension NSArray {
    /// Returns the elements for which a predicate holds, in their order.
    public func filtered(using predicate: NSPredicate) -> [Any] { filter { predicate.evaluate(with: $0) } }
}

extension NSMutableArray {
    /// Removes the elements for which a predicate does not hold.
    public func filter(using predicate: NSPredicate) { setArray(filtered(using: predicate)) }
}

extension NSSet {
    /// Returns the elements for which a predicate holds.
    public func filtered(using predicate: NSPredicate) -> Set<AnyHashable> {
        Set(allObjects.lazy.filter { predicate.evaluate(with: $0) }.compactMap { $0 as? AnyHashable })
    }
}

extension NSMutableSet {
    /// Removes the elements for which a predicate does not hold.
    public func filter(using predicate: NSPredicate) {
        for element in allObjects where !predicate.evaluate(with: element) { remove(element) }
    }
}

extension NSOrderedSet {
    /// Returns the elements for which a predicate holds, in their order.
    public func filtered(using predicate: NSPredicate) -> NSOrderedSet {
        NSOrderedSet(array: filter { predicate.evaluate(with: $0) })
    }
}

extension NSMutableOrderedSet {
    /// Removes the elements for which a predicate does not hold.
    public func filter(using predicate: NSPredicate) {
        for element in Array(self) where !predicate.evaluate(with: element) { remove(element) }
    }
}
