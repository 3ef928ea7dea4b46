internal import Foundation

/// An array that is the property of an object: reads it each time, and sets it at each change.
final class MutableArrayProxy: NSMutableArray {
    private var access: ProxyAccess?

    convenience init(_ access: ProxyAccess) {
        self.init()
        self.access = access
    }

    override var count: Int { access?.elements.count ?? 0 }

    override func object(at index: Int) -> Any { access?.elements[index] ?? NullValue.shared }

    override func insert(_ anObject: Any, at index: Int) { access?.change { $0.insert(anObject, at: index) } }

    override func removeObject(at index: Int) { access?.change { _ = $0.remove(at: index) } }

    override func replaceObject(at index: Int, with anObject: Any) { access?.change { $0[index] = anObject } }

    override func add(_ anObject: Any) { access?.change { $0.append(anObject) } }

    override func removeLastObject() { access?.change { _ = $0.popLast() } }

    override func replaceObjects(in range: NSRange, withObjectsFrom otherArray: [Any]) {
        access?.change { $0.replaceSubrange(range.location..<(range.location + range.length), with: otherArray) }
    }
}
