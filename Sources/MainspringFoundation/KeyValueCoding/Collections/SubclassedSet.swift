package import Foundation

/// A value that is an object of a subclass of Foundation's sets; nil for any other.
///
/// Foundation on Linux bridges each of these to an empty `Set`: whoever casts asks this first.
package func subclassedSet(_ value: Any) -> NSSet? {
    let type = type(of: value)
    guard type != NSSet.self, type != NSMutableSet.self, type is NSSet.Type else { return nil }
    return value as? NSSet
}
