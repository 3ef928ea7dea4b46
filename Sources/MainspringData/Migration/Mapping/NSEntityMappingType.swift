/// What happens to the objects of an entity in a migration.
public enum NSEntityMappingType: UInt, Sendable {
    /// Whatever the policy does.
    case undefinedEntityMappingType = 0
    /// A policy of one's own does it.
    case customEntityMappingType = 1
    /// The entity is new: there are no objects.
    case addEntityMappingType = 2
    /// The entity is no more, and its objects go.
    case removeEntityMappingType = 3
    /// The entity is the same in both models.
    case copyEntityMappingType = 4
    /// The entity has changed.
    case transformEntityMappingType = 5
}
