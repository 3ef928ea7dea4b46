internal import Diagnostics
public import Foundation
internal import Locks
internal import MainspringFoundation
public import MainspringModel

/// How the objects of a model become those of another one: mappings for entities and their properties.
///
/// ```swift
/// let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
/// mapping.entityMappingsByName["IEM_Transform_Person"]?.entityMigrationPolicyClass = PersonPolicy.self
/// ```
/// Belongs to one thread at a time.
open class NSMappingModel: NSObject {
    /// What the mapping is as long as nobody has changed it.
    final var inferred: InferredMapping?

    /// Makes a mapping without entities.
    public override init() { super.init() }

    /// Makes the mapping that was registered for two models by ``register(_:forSourceModel:destinationModel:)``; nil if none was.
    ///
    /// **Differences from Apple**: there are no `.xcmappingmodel` files, so that bundles are not looked into.
    /// - Parameter bundles: are ignored.
    public init?(
        from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
        destinationModel: NSManagedObjectModel?
    ) {
        guard let sourceModel, let destinationModel,
            let known = RegisteredMappings.mapping(from: sourceModel, to: destinationModel)
        else { return nil }
        super.init()
        entityMappings = known
    }

    /// Not available: files of mapping models are Xcode's own.
    @available(
        *, unavailable,
        message: "Make the mapping in code, and register it by register(_:forSourceModel:destinationModel:)."
    )
    public convenience init?(contentsOf url: URL?) { unavailable() }

    /// Makes what Core Data takes for the mapping of two models: entities and properties are the same by their names and
    /// renaming identifiers.
    /// - Throws: `CocoaError` 134190, with the keys `entity`, `property` and `reason`, for what no lightweight migration bridges.
    open class func inferredMappingModel(
        forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
    ) throws -> NSMappingModel {
        sourceModel.freeze()
        destinationModel.freeze()
        do throws(MappingMisfit) {
            return NSMappingModel(try InferredMapping(from: sourceModel, to: destinationModel))
        } catch {
            throw error.error
        }
    }

    /// Lets a mapping be used for migrations from one model to another from now on, in place of the one that was registered;
    /// nil takes that away. Ours, in place of files. Any thread.
    /// - Parameter mapping: is not changed any more.
    public static func register(
        _ mapping: NSMappingModel?, forSourceModel sourceModel: NSManagedObjectModel,
        destinationModel: NSManagedObjectModel
    ) {
        RegisteredMappings.set(mapping?.entityMappings, from: sourceModel, to: destinationModel)
    }

    /// The mappings, in the order in which they are worked off.
    open var entityMappings: [NSEntityMapping]! = [] {
        didSet { inferred = nil }
    }

    /// The mappings by their names; of two with the same name the first.
    open var entityMappingsByName: [String: NSEntityMapping] {
        Dictionary((entityMappings ?? []).compactMap { mapping in mapping.name.map { ($0, mapping) } }) { first, _ in
            first
        }
    }

    /// Makes the mappings that were inferred.
    init(_ inferred: InferredMapping) {
        super.init()
        let mappings = InferredEntityMappings.mappings(inferred)
        for mapping in mappings {
            mapping.changed = { [weak self] in self?.inferred = nil }
            for property in (mapping.attributeMappings ?? []) + (mapping.relationshipMappings ?? []) {
                property.changed = { [weak self] in self?.inferred = nil }
            }
        }
        entityMappings = mappings
        self.inferred = inferred
    }
}

/// The mappings that programs have made.
private enum RegisteredMappings {
    private struct Key: Hashable {
        let source: String
        let destination: String

        init(_ source: NSManagedObjectModel, _ destination: NSManagedObjectModel) {
            (self.source, self.destination) = (source.versionChecksum, destination.versionChecksum)
        }
    }

    /// Mappings that nobody changes any more, as whoever registers them promises.
    private struct Kept: @unchecked Sendable {
        // `@unchecked Sendable`: constant by that promise.
        let mappings: [NSEntityMapping]
    }

    private static let known = Guarded<[Key: Kept]>([:])

    static func set(
        _ mappings: [NSEntityMapping]?, from source: NSManagedObjectModel, to destination: NSManagedObjectModel
    ) {
        let key = Key(source, destination)
        let kept = mappings.map { Kept(mappings: $0) }
        known.withLock { $0[key] = kept }
    }

    static func mapping(
        from source: NSManagedObjectModel, to destination: NSManagedObjectModel
    ) -> [NSEntityMapping]? {
        // Checksums need the whole model; nobody asks for them without a mapping.
        guard known.withLock({ !$0.isEmpty }) else { return nil }
        let key = Key(source, destination)
        return known.withLock { $0[key] }?.mappings
    }
}
