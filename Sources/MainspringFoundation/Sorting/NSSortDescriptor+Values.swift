internal import Foundation

extension NSSortDescriptor {
    /// What is compared of an object.
    final func value(of object: Any) -> Any? {
        if let key { return NSExpression.follow(key, nil, from: object) }
        guard let keyPath, !isWhole else { return constantForm(object) }
        return constantForm(object[keyPath: keyPath])
    }

    /// Whether the closure compares the objects themselves, whatever the key path says: it is that of Foundation's
    /// descriptor, which reads the key path itself.
    private var isWhole: Bool { if case .whole = order { true } else { false } }

    /// Compares two values in the ascending order.
    final func compareValues(_ left: Any?, _ right: Any?) -> ComparisonResult {
        switch order {
        case .selector(let comparison, _): (comparison ?? .compare).compare(left, right)
        case .comparator(let comparator), .whole(let comparator):
            comparator(left ?? NullValue.shared, right ?? NullValue.shared)
        }
    }
}
