internal import Foundation

/// A set that is the property of an object: reads it each time, and sets it at each change.
///
/// Foundation's class keeps its own elements, and some of its methods read those also in a subclass, or compare Swift's
/// values with Foundation's: all of these are done here by a plain set of what the property holds.
final class MutableSetProxy: NSMutableSet {
    private var access: ProxyAccess?

    convenience init(_ access: ProxyAccess) {
        self.init()
        self.access = access
    }

    private var current: NSMutableSet { NSMutableSet(array: access?.elements ?? []) }

    /// Changes what the property holds now, and sets it if that makes a difference.
    private func change(_ body: (NSMutableSet) -> Void) {
        guard let access else { return }
        let former = current
        let elements = NSMutableSet(array: former.allObjects)
        body(elements)
        guard elements.count != former.count || !elements.allSatisfy(former.contains) else { return }
        access.write(NSSet(array: elements.allObjects))
    }

    // MARK: Reading

    override var count: Int { access?.elements.count ?? 0 }

    override func member(_ object: Any) -> Any? { current.member(object) }

    override func objectEnumerator() -> NSEnumerator { current.objectEnumerator() }

    override func isEqual(_ value: Any?) -> Bool {
        guard let other = value as? NSSet else { return false }
        let current = current
        return current.count == other.count && other.allSatisfy(current.contains)
    }

    override func isEqual(to otherSet: Set<AnyHashable>) -> Bool { isEqual(NSSet(set: otherSet)) }

    override func isSubset(of otherSet: Set<AnyHashable>) -> Bool {
        let other = NSSet(set: otherSet)
        return current.allSatisfy(other.contains)
    }

    override func intersects(_ otherSet: Set<AnyHashable>) -> Bool {
        let other = NSSet(set: otherSet)
        return current.contains(where: other.contains)
    }

    override func adding(_ anObject: Any) -> Set<AnyHashable> { current.adding(anObject) }

    override func addingObjects(from other: Set<AnyHashable>) -> Set<AnyHashable> { current.addingObjects(from: other) }

    override func addingObjects(from other: [Any]) -> Set<AnyHashable> { current.addingObjects(from: other) }

    override var description: String { current.description }

    override func description(withLocale locale: Locale?) -> String { current.description(withLocale: locale) }

    // MARK: Changing

    override func add(_ object: Any) { change { $0.add(object) } }

    override func addObjects(from array: [Any]) { change { $0.addObjects(from: array) } }

    override func remove(_ object: Any) { change { $0.remove(object) } }

    override func removeAllObjects() { change { $0.removeAllObjects() } }

    override func union(_ otherSet: Set<AnyHashable>) { change { $0.union(otherSet) } }

    override func minus(_ otherSet: Set<AnyHashable>) { change { $0.minus(otherSet) } }

    override func intersect(_ otherSet: Set<AnyHashable>) { change { $0.intersect(otherSet) } }

    override func setSet(_ otherSet: Set<AnyHashable>) { change { $0.setSet(otherSet) } }
}
