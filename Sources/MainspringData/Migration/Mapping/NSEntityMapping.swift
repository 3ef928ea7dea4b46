public import Foundation
public import class MainspringFoundation.NSExpression

/// How the objects of an entity become those of another one in a migration.
///
/// Belongs to one thread at a time.
open class NSEntityMapping: NSObject {
    /// By what the mapping is known; each of a model has another one.
    open var name: String! { didSet { noteChange() } }
    /// What happens to the objects.
    open var mappingType: NSEntityMappingType = .undefinedEntityMappingType { didSet { noteChange() } }
    /// The name of the old entity; nil where there is none.
    open var sourceEntityName: String? { didSet { noteChange() } }
    /// The version hash of the old entity.
    open var sourceEntityVersionHash: Data?
    /// The name of the new entity; nil where there is none.
    open var destinationEntityName: String? { didSet { noteChange() } }
    /// The version hash of the new entity.
    open var destinationEntityVersionHash: Data?
    /// How attributes get their values.
    open var attributeMappings: [NSPropertyMapping]? { didSet { noteChange() } }
    /// How relationships get theirs, once all objects are there.
    open var relationshipMappings: [NSPropertyMapping]? { didSet { noteChange() } }
    /// The old objects: what the expression gives with `$manager`; nil for all objects of the old entity.
    open var sourceExpression: NSExpression? { didSet { noteChange() } }
    /// Whatever else a policy wants to know.
    open var userInfo: [AnyHashable: Any]?
    /// The policy's class by its name: `Module.Class`; nil for ``NSEntityMigrationPolicy`` itself, or
    /// ``entityMigrationPolicyClass``.
    open var entityMigrationPolicyClassName: String? { didSet { noteChange() } }
    /// The policy's class. Ours: it needs no name, and comes before one.
    public final var entityMigrationPolicyClass: NSEntityMigrationPolicy.Type? { didSet { noteChange() } }
    /// Told of changes that make an inferred mapping another one.
    final var changed: (() -> Void)?

    /// Makes a mapping without names.
    public override init() { super.init() }

    private func noteChange() { changed?() }

    /// The mapping in a line.
    open override var description: String {
        "<NSEntityMapping: \(name ?? "without a name"), \(sourceEntityName ?? "nothing") to "
            + "\(destinationEntityName ?? "nothing")>"
    }
}
