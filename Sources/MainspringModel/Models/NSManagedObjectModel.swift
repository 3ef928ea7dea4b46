public import Foundation
internal import Locks
internal import Synchronization

/// A schema: which kinds of objects there are, what they hold, and how they are related.
///
/// ```swift
/// let name = NSAttributeDescription()
/// name.name = "name"
/// name.type = .string
/// let person = NSEntityDescription()
/// person.name = "Person"
/// person.properties = [name]
/// let model = NSManagedObjectModel()
/// model.entities = [person]
/// try model.validate()
/// ```
/// A model is changed by one thread, until it is used: from then on it and all in it is constant and may be read by any
/// thread, and to change it is an error of the program. Change a copy instead.
open class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
    // `@unchecked Sendable`: constant from `freeze()` on, which is done under a lock, and told by an atomic flag.

    private let freezing = Lock()
    private let frozen = Atomic<Bool>(false)
    /// The issues that were found when the model was frozen.
    private var frozenIssues: [ModelIssue] = []
    private var frozenEntitiesByName: [String: NSEntityDescription]?
    /// The configurations in the order in which they were set.
    private var configurationList: [(name: String, entities: [NSEntityDescription])] = []

    /// What the model is called in sentences: the name of the file that it was read from, if that is known.
    package final var fileName: String?
    /// What the file says beside the entities.
    package final var source = ModelSource() { willSet { willChange("source") } }
    /// The requests that the model holds ready, by their names. Ours; Apple's `fetchRequestTemplatesByName` are the
    /// same requests with a type.
    public internal(set) final var requestTemplatesByName: [String: FetchRequestDescription] = [:] {
        willSet { willChange("fetchRequestTemplatesByName") }
    }

    /// Makes a model without entities.
    public required override init() { super.init() }

    /// Whether the model is in use, and so constant.
    package final var isFrozen: Bool { frozen.load(ordering: .acquiring) }

    /// The entities, in any order; each names this as its model then.
    open var entities: [NSEntityDescription] = [] {
        willSet { willChange("entities") }
        didSet {
            for entity in oldValue where entity.model === self { entity.model = nil }
            for entity in entities {
                if let other = entity.model, other !== self { entity.willChange("model") }
                entity.model = self
            }
        }
    }

    /// The entities by their names; of two with the same name the first.
    open var entitiesByName: [String: NSEntityDescription] { frozenEntitiesByName ?? computedEntitiesByName }

    private var computedEntitiesByName: [String: NSEntityDescription] {
        Dictionary(entities.compactMap { entity in entity.name.map { ($0, entity) } }) { first, _ in first }
    }

    /// Names by which the program knows the version of the model: strings, mostly one.
    open var versionIdentifiers: Set<AnyHashable> = [] { willSet { willChange("versionIdentifiers") } }

    /// Names for the user's eyes: by `Entity/name`, `Property/name`, `Property/name/Entity/name` and
    /// `ErrorString/text`.
    open var localizationDictionary: [String: String]? { willSet { willChange("localizationDictionary") } }

    // MARK: - Configurations

    /// The names of the configurations in the order in which they were set, and of the default configuration.
    open var configurations: [String] { configurationNames + [Self.defaultConfigurationName] }

    /// The names of the configurations that were set, in that order.
    package final var configurationNames: [String] { configurationList.map(\.name) }

    /// The entities of a configuration; all for `nil` and for the default configuration; `nil` where there is no such
    /// one.
    open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
        guard let configuration, configuration != Self.defaultConfigurationName else { return entities }
        return configurationList.first { $0.name == configuration }?.entities
    }

    /// Sets the entities of a configuration, and makes it if there is none of that name.
    /// - Parameters:
    ///   - entities: stand in the model.
    ///   - configuration: is its name; that of the default configuration sets the entities of the model.
    open func setEntities(_ entities: [NSEntityDescription], forConfigurationName configuration: String) {
        willChange("configurations")
        guard configuration != Self.defaultConfigurationName else { return self.entities = entities }
        if let index = configurationList.firstIndex(where: { $0.name == configuration }) {
            configurationList[index].entities = entities
        } else {
            configurationList.append((configuration, entities))
        }
    }

    /// The name that stands for all entities: the default configuration's.
    @_spi(Tools) public static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"

    // MARK: - Freezing

    /// What is wrong with the model: of a model in use what was found when it was frozen.
    @_spi(Tools) public final var issues: [ModelIssue] { isFrozen ? frozenIssues : ModelValidator.issues(of: self) }

    /// Makes the model and all in it constant, and computes what is asked for often. Any thread, any number of times.
    ///
    /// A model with issues is frozen as well: inheritance that goes round ends where it meets itself, of two properties
    /// of one name the first is found. Who cannot use such a model calls ``validate()`` before.
    package final func freeze() {
        guard !isFrozen else { return }
        freezing.withLock {
            guard !frozen.load(ordering: .acquiring) else { return }
            frozenIssues = ModelValidator.issues(of: self)
            frozenEntitiesByName = computedEntitiesByName
            // The layouts need the entities as they are, so that all of them come before the first one is set.
            let layouts = entities.map { ($0, EntityLayout($0)) }
            for (entity, layout) in layouts where !entity.isFrozen { entity.freeze(with: layout) }
            for (name, request) in requestTemplatesByName { request.freeze(what: "the template \"\(name)\"") }
            frozen.store(true, ordering: .releasing)
        }
    }

    /// Returns a copy of the model and all in it, which may be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        ModelCopier().copy(self, into: copy)
        return copy
    }

    /// The model in a line: the file it was read from, its version and how many entities it has.
    open override var description: String { DescriptionPrinter.line(for: self) }

    /// The model with all that is in it, as lines of text in the order of the entities' names.
    open override var debugDescription: String { DescriptionPrinter.text(of: self) }

    /// Whether the other one has equal entities, configurations, templates and version identifiers.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectModel else { return false }
        return self === other || StructuralEquality.areEqual(self, other)
    }

    /// Hashes the names of the entities.
    open override var hash: Int { Set(entities.map(\.name)).hashValue }
}
