public import Foundation

// Apple's proxies call the object's methods for insertion and removal if it has such; there are no selectors here, so
// these do what Apple's do without: read the collection, change it and set it.

extension KeyValueCoding {
    /// Returns an array that is the value of a property: it reads the property each time, and sets it at each change.
    ///
    /// A change costs as much as the array is long.
    public func mutableArrayValue(forKey key: String) -> NSMutableArray { MutableArrayProxy(access(key: key)) }

    /// Returns an array that is what a path leads to; see ``mutableArrayValue(forKey:)``.
    public func mutableArrayValue(forKeyPath keyPath: String) -> NSMutableArray {
        MutableArrayProxy(access(path: keyPath))
    }

    /// Returns a set that is the value of a property: it reads the property each time, and sets it at each change.
    ///
    /// A change costs as much as the set is large, and sets the property if it makes a difference. **Difference from
    /// Apple**: `as? Set<…>` of it gives an empty set, as of every subclass of `NSSet` on Linux; take `allObjects`, or
    /// `value(forKey:)`.
    public func mutableSetValue(forKey key: String) -> NSMutableSet { MutableSetProxy(access(key: key)) }

    /// Returns a set that is what a path leads to; see ``mutableSetValue(forKey:)``.
    public func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet { MutableSetProxy(access(path: keyPath)) }

    /// Returns an ordered set that is the value of a property: what is asked of it reads the property, and a change sets
    /// it, if it makes a difference.
    ///
    /// Both cost as much as the set is large. **Differences from Apple**: `array`, `set`, `reversed`, `firstObject`,
    /// `lastObject` and enumeration, which cannot be overridden on Linux, show what the property held when the ordered
    /// set was last asked anything else, or changed.
    public func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        MutableOrderedSetProxy(access(key: key))
    }

    /// Returns an ordered set that is what a path leads to; see ``mutableOrderedSetValue(forKey:)``.
    public func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
        MutableOrderedSetProxy(access(path: keyPath))
    }
}
