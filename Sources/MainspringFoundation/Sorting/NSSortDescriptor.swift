public import Foundation
internal import Synchronization

/// How two objects are put in order: by a key, up or down.
///
/// ```swift
/// people.sorted(using: [NSSortDescriptor(key: "name", ascending: true), NSSortDescriptor(key: "age", ascending: false)])
/// ```
/// Objects of which a key is `nil` precede all others, or follow them where the order is descending. Immutable, and may be
/// used by any thread; the objects are used on the calling one.
///
/// **Selectors.** There are none on Linux; known are the names `compare:`, `caseInsensitiveCompare:`,
/// `localizedCompare:`, `localizedCaseInsensitiveCompare:` and `localizedStandardCompare:`. By any other the order is
/// that of `compare:`, and an error says so.
///
/// **Differences from Apple**: shadows the class of Foundation on Linux, which has no keys. Nothing raises: values that have
/// no order stay as they are, and their error goes where those of ``PredicateFailure`` go.
open class NSSortDescriptor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // `@unchecked Sendable`: constant but for the permission, which is atomic. A comparator is called on the threads that
    // sort, as whoever made the descriptor wants it.

    /// How two values of the key are compared.
    enum Order {
        case selector(TextComparison?, Selector)
        case comparator(Comparator)
        /// Of Foundation's descriptor: it gets the objects themselves, and reads the key path.
        case whole(Comparator)
    }

    let order: Order
    /// The path that leads to what is compared; `nil` where that is the objects themselves, or what Swift's key path leads
    /// to and no key does.
    public final let key: String?
    /// Whether the least comes first.
    public final let ascending: Bool
    /// Swift's key path that leads to what is compared, if the descriptor was made with one.
    public final let keyPath: AnyKeyPath?
    private let isAllowed: Atomic<Bool>

    init(key: String?, keyPath: AnyKeyPath?, ascending: Bool, order: Order, isAllowed: Bool = true) {
        self.key = key
        self.keyPath = keyPath
        self.ascending = ascending
        self.order = order
        self.isAllowed = Atomic(isAllowed)
        super.init()
    }

    /// Makes a descriptor for the values of a key path, in the order of `compare:`; for the objects themselves if there is
    /// none.
    public convenience init(key: String?, ascending: Bool) {
        self.init(key: key, ascending: ascending, selector: nil)
    }

    /// Makes a descriptor for the values of a key path, in the order of a method of theirs.
    public convenience init(key: String?, ascending: Bool, selector: Selector?) {
        let selector = selector ?? TextComparison.compare.selector
        let comparison = TextComparison(selector)
        if comparison == nil {
            PredicateFailure.report(
                .unavailable("The selector \(selector)", reason: "there are no selectors on Linux; use a comparator"))
        }
        self.init(key: key, keyPath: nil, ascending: ascending, order: .selector(comparison, selector))
    }

    /// Makes a descriptor for the values of a key path, in the order of a closure.
    /// - Parameter cmptr: gets two values, with `NSNull` for `nil`; called on the sorting thread.
    public convenience init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
        self.init(key: key, keyPath: nil, ascending: ascending, order: .comparator(cmptr))
    }

    /// Makes a descriptor for what a key path leads to, in the order of `compare:`. Its ``key`` is that which the class has for
    /// the key path, if there is one.
    public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(
            key: KeyTable.path(for: keyPath), keyPath: keyPath, ascending: ascending,
            order: .selector(.compare, TextComparison.compare.selector))
    }

    /// Makes a descriptor for what a key path leads to, in the order of a closure.
    public convenience init<Root, Value>(
        keyPath: KeyPath<Root, Value>, ascending: Bool, comparator cmptr: @escaping Comparator
    ) {
        self.init(
            key: KeyTable.path(for: keyPath), keyPath: keyPath, ascending: ascending, order: .comparator(cmptr))
    }

    /// Makes a descriptor of Foundation's, which compares objects of its own type.
    ///
    /// Where the class has a key for its key path, one with the usual order of the values, or an order of texts, has that
    /// ``key`` and their ``selector``; any other compares the objects as Foundation's does. Texts without a comparator have
    /// that of `localizedStandardCompare:`, as on Apple's platforms; the descriptor of Foundation on Linux compares their
    /// characters.
    public convenience init<Compared>(_ sortDescriptor: SortDescriptor<Compared>) {
        let isAscending = sortDescriptor.order == .forward
        if let keyPath = sortDescriptor.keyPath, let key = KeyTable.path(for: keyPath),
            let comparison = TextComparison(sortDescriptor, keyPath)
        {
            self.init(
                key: key, keyPath: keyPath, ascending: isAscending,
                order: .selector(comparison, comparison.selector))
            return
        }
        let compare: Comparator = {
            guard let first = $0 as? Compared, let second = $1 as? Compared else { return .orderedSame }
            let result = sortDescriptor.compare(first, second)
            return isAscending ? result : result.reversed
        }
        self.init(key: nil, keyPath: sortDescriptor.keyPath, ascending: isAscending, order: .whole(compare))
    }

    /// Reads a descriptor from an archive; `nil` if it does not hold one.
    ///
    /// It puts nothing in order until ``allowEvaluation()``.
    public required init?(coder: NSCoder) {
        guard let read = SortDescriptorCoding.read(from: coder) else { return nil }
        key = read.key
        keyPath = nil
        ascending = read.ascending
        order = read.order
        isAllowed = Atomic(false)
        super.init()
    }

    /// Writes the descriptor into an archive.
    ///
    /// A closure, and Swift's key path, is an error, which goes where those of ``PredicateFailure`` go; what is written then is
    /// read as `nil`.
    open func encode(with coder: NSCoder) { SortDescriptorCoding.write(self, with: coder) }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Returns the descriptor itself, since it never changes.
    open func copy(with zone: NSZone?) -> Any { self }

    /// The method by which values are compared; `nil` for a closure.
    public final var selector: Selector? {
        if case .selector(_, let selector) = order { selector } else { nil }
    }

    /// The closure by which values are compared, or one that compares as the method does.
    public final var comparator: Comparator {
        switch order {
        case .selector(let comparison, _): { (comparison ?? .compare).compare($0, $1) }
        case .comparator(let comparator), .whole(let comparator): comparator
        }
    }

    /// Compares two objects: by what the key leads to, in the order that the descriptor gives.
    open func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        guard mayEvaluate else {
            PredicateFailure.report(.notAllowed)
            return .orderedSame
        }
        let result = compareValues(value(of: object1), value(of: object2))
        return ascending ? result : result.reversed
    }

    /// The descriptor for the opposite order, an `NSSortDescriptor`.
    open var reversedSortDescriptor: Any {
        NSSortDescriptor(
            key: key, keyPath: keyPath, ascending: !ascending, order: order, isAllowed: mayEvaluate)
    }

    /// Allows what was read from an archive to put objects in order.
    open func allowEvaluation() { isAllowed.store(true, ordering: .relaxed) }

    /// Whether the descriptor was made here, or was allowed to be used.
    package final var mayEvaluate: Bool { isAllowed.load(ordering: .relaxed) }

    /// Whether the other one is a descriptor of the same key, order and method. Closures are equal to nothing else.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSSortDescriptor, type(of: other) == type(of: self) else { return false }
        if self === other { return true }
        guard let selector, let second = other.selector else { return false }
        return key == other.key && keyPath == other.keyPath && ascending == other.ascending && selector == second
    }

    /// Hashes key, order and method.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(keyPath)
        hasher.combine(ascending)
        hasher.combine(selector)
        return hasher.finalize()
    }

    /// The key, the order and the method, as Apple's prints them.
    open override var description: String {
        let name = selector.map(\.description) ?? "comparator"
        return "(\(key ?? keyPath.map { "\($0)" } ?? "self"), \(ascending ? "ascending" : "descending"), \(name))"
    }
}
