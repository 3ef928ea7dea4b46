package import Foundation
internal import MainspringModel

extension PropertyValidator {
    static func demand(of relationship: NSRelationshipDescription) -> Demand {
        guard relationship.isToMany else { return relationship.isOptional ? .nothing : .value }
        let least = max(relationship.minCount, 0)
        let most = relationship.maxCount > 0 ? relationship.maxCount : .max
        if relationship.isOptional, least <= 1, most == .max { return .nothing }
        return .members(least: least, most: most, isOptional: relationship.isOptional)
    }

    func checkCount(
        of value: Any?, _ least: Int, _ most: Int, _ isOptional: Bool, _ object: NSObject,
        _ failures: inout ValidationFailures
    ) {
        let count = Self.count(of: value)
        if count == 0, isOptional { return }
        if count < max(least, 1) {
            failures.add(error(NSValidationRelationshipLacksMinimumCountError, value, object))
        } else if count > most {
            failures.add(error(NSValidationRelationshipExceedsMaximumCountError, value, object))
        }
    }

    /// Throws if the relationship denies that an object is deleted: if its delete rule is to deny, and it leads somewhere.
    /// - Parameters:
    ///   - value: the objects at the other end.
    ///   - isDeleted: whether one of those is to be deleted too, and does not count.
    package func validateDeletion(
        _ value: Any?, of object: NSObject, isDeleted: (NSObject) -> Bool = { _ in false }
    ) throws {
        guard deniesDeletion, let value = Self.present(value),
            Self.members(of: value).contains(where: { !isDeleted($0) })
        else { return }
        throw error(NSValidationRelationshipDeniedDeleteError, value, object)
    }

    /// Whether the delete rule is to deny.
    package var deniesDeletion: Bool {
        (property as? NSRelationshipDescription)?.deleteRule == .denyDeleteRule
    }

    private static func count(of value: Any?) -> Int {
        guard let value else { return 0 }
        // A cast to `NSSet` would make one of Swift's sets.
        guard type(of: value) is AnyClass else { return (value as? any Collection)?.count ?? 1 }
        return switch value {
        case let set as NSSet: set.count
        case let set as NSOrderedSet: set.count
        default: 1
        }
    }

    private static func members(of value: Any) -> [NSObject] {
        switch value {
        case let set as NSSet: set.compactMap { $0 as? NSObject }
        case let set as NSOrderedSet: set.compactMap { $0 as? NSObject }
        case let set as Set<NSObject>: Array(set)
        case let list as [NSObject]: list
        case let object as NSObject: [object]
        default: []
        }
    }
}
