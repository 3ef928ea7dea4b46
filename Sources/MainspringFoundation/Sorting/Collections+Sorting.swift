public import Foundation

extension Array {
    /// Returns the elements in the order that some descriptors give; those that are the same for all of them stay in the
    /// order that they have. Ours.
    ///
    /// The keys of objects of one class are read once for each object, in their own types; then places are sorted.
    public func sorted(using sortDescriptors: [NSSortDescriptor]) -> [Element] {
        ObjectSort.sorted(self, sortDescriptors)
    }

    /// Puts the elements in the order that some descriptors give. Ours.
    public mutating func sort(using sortDescriptors: [NSSortDescriptor]) { self = sorted(using: sortDescriptors) }
}

extension Set {
    /// Returns the elements in the order that some descriptors give. Ours.
    public func sorted(using sortDescriptors: [NSSortDescriptor]) -> [Element] {
        Array(self).sorted(using: sortDescriptors)
    }
}

extension NSArray {
    /// Returns the elements in the order that some descriptors give.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
        map { $0 }.sorted(using: sortDescriptors)
    }
}

extension NSMutableArray {
    /// Puts the elements in the order that some descriptors give.
    public func sort(using sortDescriptors: [NSSortDescriptor]) { setArray(sortedArray(using: sortDescriptors)) }
}

extension NSSet {
    /// Returns the elements in the order that some descriptors give.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
        allObjects.sorted(using: sortDescriptors)
    }
}

extension NSOrderedSet {
    /// Returns the elements in the order that some descriptors give.
    public func sortedArray(using sortDescriptors: [NSSortDescriptor]) -> [Any] {
        map { $0 }.sorted(using: sortDescriptors)
    }
}

extension NSMutableOrderedSet {
    /// Puts the elements in the order that some descriptors give.
    public func sort(using sortDescriptors: [NSSortDescriptor]) {
        let sorted = sortedArray(using: sortDescriptors)
        removeAllObjects()
        addObjects(from: sorted)
    }
}
