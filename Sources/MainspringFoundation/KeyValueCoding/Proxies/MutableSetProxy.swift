internal import Foundation

/// A set that is the property of an object: reads it each time, and sets it at each change.
final class MutableSetProxy: NSMutableSet {
    private var access: ProxyAccess?

    convenience init(_ access: ProxyAccess) {
        self.init()
        self.access = access
    }

    private var current: NSSet { NSSet(array: access?.elements ?? []) }

    override var count: Int { access?.elements.count ?? 0 }

    override func member(_ object: Any) -> Any? { current.member(object) }

    override func objectEnumerator() -> NSEnumerator { current.objectEnumerator() }

    override func add(_ object: Any) {
        guard member(object) == nil else { return }
        access?.change(as: { NSSet(array: $0) }) { $0.append(object) }
    }

    override func remove(_ object: Any) {
        guard let member = member(object), let key = DistinctValue(member) else { return }
        access?.change(as: { NSSet(array: $0) }) { $0.removeAll { DistinctValue($0) == key } }
    }
}
