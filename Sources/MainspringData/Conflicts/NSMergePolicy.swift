public import Foundation

/// What becomes of conflicts when a context is saved.
///
/// Subclasses override the methods, and call `super` for what they do not resolve themselves.
open class NSMergePolicy: NSObject {
    /// The save fails.
    public class var error: NSMergePolicy { Policies.error }
    /// What is in the store wins, and the object's changes are dropped.
    public class var rollback: NSMergePolicy { Policies.rollback }
    /// The whole object wins.
    public class var overwrite: NSMergePolicy { Policies.overwrite }
    /// Property by property; where both have changed one, the object wins.
    public class var mergeByPropertyObjectTrump: NSMergePolicy { Policies.objectTrump }
    /// Property by property; where both have changed one, what is in the store wins.
    public class var mergeByPropertyStoreTrump: NSMergePolicy { Policies.storeTrump }

    /// How the policy resolves.
    public final let mergeType: NSMergePolicyType

    /// Makes a policy.
    public init(merge ty: NSMergePolicyType) { mergeType = ty }

    /// Resolves conflicts of any kind by the objects in them. On the queue of their context.
    ///
    /// The other two methods, which a save calls, end here unless they are overridden.
    /// - Throws: `CocoaError` 133020 or 133021 if the policy lets the save fail.
    open func resolve(mergeConflicts list: [Any]) throws {
        let conflicts = list.compactMap { $0 as? NSMergeConflict }
        let constraints = list.compactMap { $0 as? NSConstraintConflict }
        guard mergeType != .errorMergePolicyType else {
            if !conflicts.isEmpty { throw CoreDataError.mergeConflicts(conflicts) }
            if !constraints.isEmpty { throw CoreDataError.constraintConflicts(constraints) }
            return
        }
        for conflict in conflicts { conflict.resolve(mergeType) }
        for conflict in constraints { conflict.resolve(mergeType) }
    }

    /// Resolves conflicts of objects that others have changed or deleted meanwhile, by ``resolve(mergeConflicts:)``.
    /// - Throws: `CocoaError` 133020 if the policy lets the save fail.
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws { try resolve(mergeConflicts: list) }

    /// Resolves conflicts of objects that must not have the same values, by ``resolve(mergeConflicts:)``.
    /// - Throws: `CocoaError` 133021 if the policy lets the save fail.
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws { try resolve(mergeConflicts: list) }
}

/// As Apple annotates it.
@available(*, unavailable)
extension NSMergePolicy: @unchecked Sendable {}

/// One of each kind.
private enum Policies {
    // `nonisolated(unsafe)`: constant.
    nonisolated(unsafe) static let error = NSMergePolicy(merge: .errorMergePolicyType)
    nonisolated(unsafe) static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)
    nonisolated(unsafe) static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
    nonisolated(unsafe) static let objectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    nonisolated(unsafe) static let storeTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
}

/// The save fails.
public var NSErrorMergePolicy: AnyObject { NSMergePolicy.error }
/// Property by property; where both have changed one, what is in the store wins.
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyStoreTrump }
/// Property by property; where both have changed one, the object wins.
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject { NSMergePolicy.mergeByPropertyObjectTrump }
/// The whole object wins.
public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
/// What is in the store wins, and the object's changes are dropped.
public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }
