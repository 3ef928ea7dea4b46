package import Foundation
@_spi(Tools) package import MainspringModel

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
    /// The validators of all slots.
    let bySlot: [PropertyValidator]
    /// What may be wrong, by slot.
    let demands: ConstantTable<SlotDemand>
    /// Whether anything may be wrong.
    let hasDemands: Bool
    /// The relationships that deny a deletion.
    package let denying: [PropertyValidator]

    /// Makes the validator of an entity.
    package init(_ entity: NSEntityDescription) {
        bySlot = entity.slots.map { PropertyValidator($0) }
        demands = ConstantTable(bySlot.map { $0.takesAnyValue ? .value : $0.hasRules ? .rules : .nothing })
        hasDemands = demands.contains { $0 != .nothing }
        denying = bySlot.filter(\.deniesDeletion)
    }

    deinit { demands.deallocate() }

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
