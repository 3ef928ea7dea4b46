public import Foundation
package import Locks
public import class MainspringFoundation.NSExpression

/// What a model says about one kind of object: its name, class, properties, and place in the inheritance.
///
/// A description is changed by one thread, until the model to which it belongs is used. From then on it is constant,
/// may be read by any thread, and to change it is an error of the program.
open class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
    // `@unchecked Sendable`: constant from `freeze()` of the model on, before which it belongs to the thread that
    // builds it. What is attached later is set once, atomically.

    /// What was computed when the model was frozen.
    var layout: EntityLayout?
    /// What other modules know of the entity, once the model is frozen.
    let attached = AttachmentSlot()
    /// The model that the entity stands in, if it does.
    package internal(set) final weak var model: NSManagedObjectModel?
    /// The class name as it was set.
    @_spi(Tools) public final var explicitClassName: String? { willSet { willChange("managedObjectClassName") } }
    /// The renaming identifier as it was set: `nil` where the name stands in for it.
    @_spi(Tools) public final var explicitRenamingIdentifier: String? { willSet { willChange("renamingIdentifier") } }
    /// The hash of the file or store that the entity was read from, which wins over a computed one.
    ///
    /// To be set after all else: what makes another version of the entity forgets it.
    package final var knownVersionHash: Data? { willSet { willChange("versionHash") } }
    /// What the file says beside the description.
    package final var source = EntitySource() { willSet { willChange("source") } }
    /// The properties that the entity declares itself, without inherited ones.
    @_spi(Tools) public final var ownProperties: [NSPropertyDescription] = [] {
        willSet {
            willChange("properties")
            for property in newValue where property.owner !== self { property.willChange("entity") }
        }
        didSet { adoptProperties(instead: oldValue) }
    }
    private var children: [NSEntityDescription] = []
    @Unkept private var parent: NSEntityDescription? = nil
    /// For those who refer to the entity without keeping it.
    package final let beacon = Beacon()

    /// Makes an entity without a name and properties.
    public required override init() {
        super.init()
        beacon.begin(self)
    }

    deinit { beacon.end() }

    /// Whether the model is in use.
    final var isFrozen: Bool { layout != nil }

    /// The name of the entity in the model.
    open var name: String? { willSet { willChange("name") } }
    /// Whether there are objects of subentities only.
    open var isAbstract = false { willSet { willChange("isAbstract") } }
    /// Whatever else the program wants to know about the entity.
    open var userInfo: [AnyHashable: Any]? { willSet { willChange("userInfo") } }
    /// A word that makes the version hash another one, where the meaning changes and nothing else does.
    open var versionHashModifier: String? { willSet { willChange("versionHashModifier") } }
    /// The indexes that stores should keep.
    open var indexes: [NSFetchIndexDescription] = [] {
        willSet {
            willChange("indexes")
            for index in newValue where index.entity !== self { index.willChange("entity") }
        }
        didSet {
            for index in oldValue where index.entity === self { index.entity = nil }
            for index in indexes { index.entity = self }
        }
    }
    /// Groups of attributes that no two objects have the same values of: each a list of names or attributes.
    ///
    /// To-one relationships may be among them. What is read from files are names.
    open var uniquenessConstraints: [[Any]] = [] { willSet { willChange("uniquenessConstraints") } }
    /// The storage of ``compoundIndexes``, for what reads and writes models of the time when they were in use.
    package final var compoundIndexList: [[Any]] = [] { willSet { willChange("compoundIndexes") } }
    /// The text by which Spotlight shows an object. Kept; there is no Spotlight here.
    open var coreSpotlightDisplayNameExpression: NSExpression? {
        willSet { willChange("coreSpotlightDisplayNameExpression") }
    }

    /// The name of the objects' class; that of Core Data's own class where none was set.
    open var managedObjectClassName: String! {
        get { explicitClassName ?? "NSManagedObject" }
        set { explicitClassName = newValue }
    }

    /// What stays the same when the entity gets another name, so that migration finds it; the name where none was set.
    open var renamingIdentifier: String? {
        get { explicitRenamingIdentifier ?? name }
        set { explicitRenamingIdentifier = newValue }
    }

    /// The entities that inherit from this one directly.
    ///
    /// To set them makes this one their superentity; those that are left out have none then.
    open var subentities: [NSEntityDescription] {
        get { children }
        set {
            willChange("subentities")
            let kept = Set(newValue.map { ObjectIdentifier($0) })
            for child in children where child.parent === self && !kept.contains(ObjectIdentifier(child)) {
                child.willChange("superentity")
                child.parent = nil
            }
            for child in newValue where child.parent !== self {
                child.willChange("superentity")
                if let previous = child.parent {
                    previous.willChange("subentities")
                    previous.children.removeAll { $0 === child }
                }
                child.parent = self
            }
            children = newValue
        }
    }

    /// The entity that this one inherits from.
    public final var superentity: NSEntityDescription? { parent }

    /// The model that the entity stands in.
    ///
    /// To ask for it before the entity was given to a model, or when that is gone, is an error of the program.
    public final var managedObjectModel: NSManagedObjectModel {
        guard let model else { programmerErrorWithoutModel(self) }
        return model
    }

    /// The properties: inherited ones first, in the order of the superentity, then the entity's own.
    ///
    /// To set them sets the entity's own; inherited ones among them are left out, so that `properties.append(…)` does
    /// what it says. For a model in use the list is computed once, otherwise at each call.
    open var properties: [NSPropertyDescription] {
        get { slots }
        set {
            let inherited = Set(inheritedProperties.map(ObjectIdentifier.init))
            ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
        }
    }

    /// A digest of what makes objects of the entity incompatible with those of another version: 32 bytes.
    ///
    /// That of the file or store which the entity was read from, if it holds one; otherwise computed by a formula of
    /// ours, since Apple's is not known.
    public final var versionHash: Data {
        var encoding = VersionEncoding()
        return encoding.hash(of: self)
    }

    private func adoptProperties(instead oldValue: [NSPropertyDescription]) {
        for property in oldValue where property.owner === self { property.owner = nil }
        for property in ownProperties { property.owner = self }
    }

    /// Returns a copy of the entity and its subentities that belongs to no model and may be changed.
    ///
    /// Relationships between the copied entities lead to the copies; others lead where they led.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copier = ModelCopier()
        let copy = copier.copy(self)
        copier.connect()
        return copy
    }

    /// The entity in a line: its name, what it inherits from and how many properties it has.
    open override var description: String { DescriptionPrinter.line(for: self) }

    /// The entity with all that it says, as lines of text.
    open override var debugDescription: String { DescriptionPrinter.text(of: self) }

    /// Whether the other one has the same name and says the same. Other entities are compared by their names.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSEntityDescription else { return false }
        return self === other || StructuralEquality.areEqual(self, other)
    }

    /// Hashes the name.
    open override var hash: Int { name.hashValue }
}

extension NSEntityDescription: BeaconBearing {}
