internal import Foundation

/// An array that is the property of an object: reads it each time, and sets it at each change, once.
///
/// Foundation's class stops the program in those of its methods that need its own elements, and calls others element by
/// element: all of them are here.
final class MutableArrayProxy: NSMutableArray {
    private var access: ProxyAccess?

    convenience init(_ access: ProxyAccess) {
        self.init()
        self.access = access
    }

    override var count: Int { access?.elements.count ?? 0 }

    override func object(at index: Int) -> Any { access?.elements[index] ?? NullValue.shared }

    // MARK: One element

    override func insert(_ anObject: Any, at index: Int) { access?.change { $0.insert(anObject, at: index) } }

    override func removeObject(at index: Int) { access?.change { _ = $0.remove(at: index) } }

    override func replaceObject(at index: Int, with anObject: Any) { access?.change { $0[index] = anObject } }

    override func add(_ anObject: Any) { access?.change { $0.append(anObject) } }

    override func removeLastObject() { access?.change { _ = $0.popLast() } }

    override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) { access?.change { $0.swapAt(idx1, idx2) } }

    // MARK: Several

    override func addObjects(from otherArray: [Any]) { access?.change { $0 += otherArray } }

    override func insert(_ objects: [Any], at indexes: IndexSet) {
        access?.change { for (index, object) in zip(indexes, objects) { $0.insert(object, at: index) } }
    }

    override func replaceObjects(in range: NSRange, withObjectsFrom otherArray: [Any]) {
        access?.change { $0.replaceSubrange(range.location..<(range.location + range.length), with: otherArray) }
    }

    override func replaceObjects(in range: NSRange, withObjectsFrom otherArray: [Any], range otherRange: NSRange) {
        let others = otherArray[otherRange.location..<(otherRange.location + otherRange.length)]
        replaceObjects(in: range, withObjectsFrom: Array(others))
    }

    override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
        access?.change { for (index, object) in zip(indexes, objects) { $0[index] = object } }
    }

    override func setArray(_ otherArray: [Any]) { access?.change { $0 = otherArray } }

    override func removeAllObjects() { access?.change { $0 = [] } }

    override func removeObjects(in range: NSRange) {
        access?.change { $0.removeSubrange(range.location..<(range.location + range.length)) }
    }

    override func removeObjects(at indexes: IndexSet) {
        access?.change { for index in indexes.reversed() { $0.remove(at: index) } }
    }

    override func removeObjects(in otherArray: [Any]) {
        let others = NSSet(array: otherArray)
        access?.change { $0.removeAll { others.contains($0) } }
    }

    // MARK: Order

    // Foundation's own sorts by way of CoreFoundation, which takes the elements for the class's own.
    override func sort(using sortDescriptors: [Foundation.NSSortDescriptor]) {
        sort(options: .stable) { first, second in
            for descriptor in sortDescriptors {
                let result = descriptor.compare(first, to: second)
                if result != .orderedSame { return result }
            }
            return .orderedSame
        }
    }
}
