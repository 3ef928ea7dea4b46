internal import Foundation

/// An ordered set that is the property of an object: what is asked and changed here reads the property first, and a
/// change sets it.
///
/// Foundation's class keeps its own elements, and some of its readers cannot be overridden (`array`, `set`, `reversed`,
/// `firstObject`, `lastObject`, enumeration): those show what the property held when the proxy was last asked anything
/// else or changed.
final class MutableOrderedSetProxy: NSMutableOrderedSet {
    private var access: ProxyAccess?
    /// Foundation's own methods ask others, which are not to read the property meanwhile.
    private var isHolding = false

    init(_ access: ProxyAccess) {
        super.init(capacity: 0)
        self.access = access
        refresh()
    }

    /// A set of its own elements, of nobody's property.
    required init(arrayLiteral elements: Any...) {
        super.init(capacity: elements.count)
        hold(elements)
    }

    /// A set of its own elements, of nobody's property.
    required init?(coder: NSCoder) {
        guard let elements = NSOrderedSet(coder: coder) else { return nil }
        super.init(capacity: elements.count)
        hold(elements.array)
    }

    /// Takes over what the property holds now.
    private func refresh() {
        guard !isHolding, let access else { return }
        hold(access.elements)
    }

    /// Only by the methods that Foundation's others are made of: those call none that is overridden here to change.
    private func hold(_ elements: [Any]) {
        isHolding = true
        defer { isHolding = false }
        for index in (0..<super.count).reversed() { super.removeObject(at: index) }
        for element in elements where !super.contains(element) { super.insert(element, at: super.count) }
    }

    /// Changes what the property holds now, and sets it if that makes a difference.
    private func change(_ body: (NSMutableOrderedSet) -> Void) {
        let elements = NSMutableOrderedSet(array: access?.elements ?? array)
        let former = NSOrderedSet(array: elements.array)
        body(elements)
        hold(elements.array)
        if let access, !elements.isEqual(to: former) { access.write(NSOrderedSet(array: elements.array)) }
    }

    // MARK: Reading

    override var count: Int {
        refresh()
        return super.count
    }

    override func object(at index: Int) -> Any {
        refresh()
        return super.object(at: index)
    }

    override func index(of object: Any) -> Int {
        refresh()
        return super.index(of: object)
    }

    override func contains(_ object: Any) -> Bool {
        refresh()
        return super.contains(object)
    }

    override func isEqual(to other: NSOrderedSet) -> Bool {
        refresh()
        return super.isEqual(to: other)
    }

    override func enumerateObjects(_ block: (Any, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        refresh()
        super.enumerateObjects(block)
    }

    override func enumerateObjects(
        at indexes: IndexSet, options: NSEnumerationOptions = [],
        using block: (Any, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        refresh()
        super.enumerateObjects(at: indexes, options: options, using: block)
    }

    override func sortedArray(
        options: NSSortOptions = [], usingComparator comparator: (Any, Any) -> ComparisonResult
    ) -> [Any] {
        refresh()
        return super.sortedArray(options: options, usingComparator: comparator)
    }

    override func index(
        of object: Any, inSortedRange range: NSRange, options: NSBinarySearchingOptions = [],
        usingComparator comparator: (Any, Any) -> ComparisonResult
    ) -> Int {
        refresh()
        return super.index(of: object, inSortedRange: range, options: options, usingComparator: comparator)
    }

    override var description: String {
        refresh()
        return super.description
    }

    override func copy(with zone: NSZone? = nil) -> Any {
        refresh()
        return NSOrderedSet(array: array)
    }

    override func mutableCopy(with zone: NSZone? = nil) -> Any {
        refresh()
        return NSMutableOrderedSet(array: array)
    }

    // MARK: One element

    override func add(_ object: Any) { change { $0.add(object) } }

    override func insert(_ object: Any, at index: Int) { change { $0.insert(object, at: index) } }

    override func setObject(_ object: Any, at index: Int) { change { $0.setObject(object, at: index) } }

    override func replaceObject(at index: Int, with object: Any) {
        change { $0.replaceObject(at: index, with: object) }
    }

    override subscript(index: Int) -> Any {
        get { object(at: index) }
        set { setObject(newValue, at: index) }
    }

    override func remove(_ object: Any) { change { $0.remove(object) } }

    override func removeObject(at index: Int) { change { $0.removeObject(at: index) } }

    override func exchangeObject(at first: Int, withObjectAt second: Int) {
        change { $0.exchangeObject(at: first, withObjectAt: second) }
    }

    // MARK: Several

    override func addObjects(from array: [Any]) { change { $0.addObjects(from: array) } }

    override func insert(_ objects: [Any], at indexes: IndexSet) { change { $0.insert(objects, at: indexes) } }

    override func moveObjects(at indexes: IndexSet, to index: Int) { change { $0.moveObjects(at: indexes, to: index) } }

    override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
        change { $0.replaceObjects(at: indexes, with: objects) }
    }

    override func removeObjects(at indexes: IndexSet) { change { $0.removeObjects(at: indexes) } }

    override func removeObjects(in range: NSRange) { change { $0.removeObjects(in: range) } }

    override func removeObjects(in array: [Any]) { change { $0.removeObjects(in: array) } }

    override func removeAllObjects() { change { $0.removeAllObjects() } }

    // MARK: Sets

    // Foundation's own intersection with an ordered set does not end (measured with 6.3.1).
    override func intersect(_ other: NSOrderedSet) {
        change { own in
            own.removeObjects(at: IndexSet((0..<own.count).filter { !other.contains(own.object(at: $0)) }))
        }
    }

    override func minus(_ other: NSOrderedSet) { change { $0.minus(other) } }

    override func union(_ other: NSOrderedSet) { change { $0.union(other) } }

    override func intersectSet(_ other: Set<AnyHashable>) { change { $0.intersectSet(other) } }

    override func minusSet(_ other: Set<AnyHashable>) { change { $0.minusSet(other) } }

    override func unionSet(_ other: Set<AnyHashable>) { change { $0.unionSet(other) } }

    // MARK: Order

    override func sort(comparator: (Any, Any) -> ComparisonResult) { change { $0.sort(comparator: comparator) } }

    override func sort(options: NSSortOptions = [], usingComparator comparator: (Any, Any) -> ComparisonResult) {
        change { $0.sort(options: options, usingComparator: comparator) }
    }

    override func sortRange(
        _ range: NSRange, options: NSSortOptions = [], usingComparator comparator: (Any, Any) -> ComparisonResult
    ) {
        change { $0.sortRange(range, options: options, usingComparator: comparator) }
    }
}
