package import Foundation
package import MainspringModel

/// What may be wrong with a value, said in a byte: most are looked at only for that.
enum SlotDemand: UInt8 {
    case nothing
    /// That there is none.
    case value
    case rules
}

/// Checks whole objects of one entity: all properties, inherited ones included, in the order of their slots.
///
/// Made once for an entity of a model in use; may be used by any thread.
package final class EntityValidator: Sendable {
    /// The validators of all attributes and relationships: an object's own validation may concern any of them.
    package let properties: [PropertyValidator]
    /// The validators of all slots.
    let bySlot: [PropertyValidator]
    /// What may be wrong, by slot.
    let demands: ConstantTable<SlotDemand>
    /// Whether anything may be wrong.
    let hasDemands: Bool
    /// Those among them that have something to check.
    package let ruled: [PropertyValidator]
    /// The relationships that deny a deletion.
    package let denying: [PropertyValidator]

    /// Makes the validator of an entity.
    package init(_ entity: NSEntityDescription) {
        bySlot = entity.slots.map { PropertyValidator($0) }
        properties = bySlot.filter { $0.property is NSAttributeDescription || $0.property is NSRelationshipDescription }
        demands = ConstantTable(bySlot.map { $0.takesAnyValue ? .value : $0.hasRules ? .rules : .nothing })
        hasDemands = demands.contains { $0 != .nothing }
        ruled = properties.filter(\.hasRules)
        denying = properties.filter(\.deniesDeletion)
    }

    deinit { demands.deallocate() }

    /// Throws what is wrong with an object, by the model alone.
    /// - Parameters:
    ///   - isUnread: whether the value of a property still lies in the store only, where it was valid; it is not asked for.
    ///   - read: returns the value of a property.
    package func validate(
        _ object: NSObject, isUnread: (NSPropertyDescription) -> Bool = { _ in false },
        read: (NSPropertyDescription) -> Any?
    ) throws {
        guard !ruled.isEmpty else { return }
        var failures = ValidationFailures()
        for validator in ruled where !isUnread(validator.property) {
            validator.check(read(validator.property), object, &failures)
        }
        try failures.check()
    }

    /// Throws what is wrong with an object, by what it says itself of each value.
    ///
    /// Apple looks for methods `validate<Key>:error:` by their names, which nothing finds without the Objective-C runtime; a
    /// class overrides `validateValue(_:forKey:)` instead, and calls the superclass's, which asks ``PropertyValidator``.
    /// - Parameters:
    ///   - isUnread: whether the value of a property still lies in the store only, where it was valid; it is not asked for.
    ///   - read: returns the value of a property.
    ///   - validate: is the object's own `validateValue(_:forKey:)`.
    ///   - write: sets a property to a value that was put in the place of another one; called only for such.
    package func validate(
        _ object: NSObject, isUnread: (NSPropertyDescription) -> Bool = { _ in false },
        read: (NSPropertyDescription) -> Any?, validate: (inout Any?, String) throws -> Void,
        write: (Any?, NSPropertyDescription) -> Void
    ) throws {
        var failures = ValidationFailures()
        for validator in properties where !isUnread(validator.property) {
            let old = PropertyValidator.present(read(validator.property))
            var new = old
            do {
                try validate(&new, validator.key)
                let new = PropertyValidator.present(new)
                if !Self.areSame(old, new) { write(new, validator.property) }
            } catch {
                failures.add(error)
            }
        }
        try failures.check()
    }

    /// Throws if a relationship denies that an object is deleted.
    ///
    /// To be asked when delete rules have been followed, so that what was nullified does not count any more.
    /// - Parameter isDeleted: whether an object at the other end is to be deleted too, and does not count.
    package func validateDeletion(
        of object: NSObject, read: (NSPropertyDescription) -> Any?, isDeleted: (NSObject) -> Bool = { _ in false }
    ) throws {
        guard !denying.isEmpty else { return }
        var failures = ValidationFailures()
        for validator in denying {
            failures.collect {
                try validator.validateDeletion(read(validator.property), of: object, isDeleted: isDeleted)
            }
        }
        try failures.check()
    }

    /// Whether nothing was put in the place of a value; where that cannot be told, something was.
    static func areSame(_ old: Any?, _ new: Any?) -> Bool {
        if ValueBits.areSame(old, new) { return true }
        if let number = PlainNumber.of(old), let other = PlainNumber.of(new) {
            return number === other || number == other
        }
        return switch (old, new) {
        case (nil, nil): true
        case (let old as String, let new as String): old == new
        case (let old as NSObject, let new as NSObject): old === new || type(of: old) == type(of: new) && old == new
        case (let old as AnyHashable, let new as AnyHashable): old == new
        default: false
        }
    }
}
