/// How a set is changed, with Apple's raw values. Foundation has it only where there is Objective-C.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
    /// Objects are added.
    case union = 1
    /// Objects are taken out.
    case minus = 2
    /// Objects are taken out that are not among others.
    case intersect = 3
    /// Objects are replaced by others.
    case set = 4
}

extension NSManagedObject {
    /// To be called before a relationship to many is changed by ``setPrimitiveValue(_:forKey:)``, in accessors written by
    /// hand, as ``willChangeValue(forKey:)``, which it calls: what is added and taken out is found by the values.
    public final func willChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {
        willChangeValue(forKey: inKey)
    }

    /// To be called after a relationship to many was changed by ``setPrimitiveValue(_:forKey:)``, as
    /// ``didChangeValue(forKey:)``, which it calls.
    public final func didChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {
        didChangeValue(forKey: inKey)
    }
}
