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
    public func filtered(using predicate: NSPredicate) -> [Any] { predicate.filter(Array(self)) }
}

extension NSMutableArray {
    /// Removes the elements for which a predicate does not hold.
    public func filter(using predicate: NSPredicate) { setArray(filtered(using: predicate)) }
}

extension NSSet {
    /// Returns the elements for which a predicate holds.
    public func filtered(using predicate: NSPredicate) -> Set<AnyHashable> {
        Set(predicate.filter(allObjects).lazy.compactMap { $0 as? AnyHashable })
    }
}

extension NSMutableSet {
    /// Removes the elements for which a predicate does not hold.
    public func filter(using predicate: NSPredicate) {
        let kept = NSSet(array: predicate.filter(allObjects))
        for element in allObjects where !kept.contains(element) { remove(element) }
    }
}

extension NSOrderedSet {
    /// Returns the elements for which a predicate holds, in their order.
    public func filtered(using predicate: NSPredicate) -> NSOrderedSet {
        NSOrderedSet(array: predicate.filter(Array(self)))
    }
}

extension NSMutableOrderedSet {
    /// Removes the elements for which a predicate does not hold.
    public func filter(using predicate: NSPredicate) {
        let kept = filtered(using: predicate)
        for element in Array(self) where !kept.contains(element) { remove(element) }
    }
}
