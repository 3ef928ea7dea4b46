public import Foundation
package import Locks
public import class MainspringFoundation.NSPredicate

/// What an entity says about one of its properties; its subclasses are attributes, relationships, fetched properties
/// and expressions.
///
/// A description is changed by one thread, until the model to which it belongs is used. From then on it is constant,
/// may be read by any thread, and to change it is an error of the program.
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
    // `@unchecked Sendable`: constant from `freeze()` of the model on, before which it belongs to the thread that
    // builds it.

    /// Whether the model is in use.
    var isFrozen = false
    /// The entity that declares the property, if it has one.
    @Unkept package internal(set) final var owner: NSEntityDescription? = nil { didSet { isPartOfHash = true } }
    /// The composite attribute that the property is an element of, if it is.
    final weak var container: NSCompositeAttributeDescription? { didSet { isPartOfHash = true } }
    /// Whether the property ever had an owner, a container or a known hash: before that a change makes nothing another
    /// version.
    final private(set) var isPartOfHash = false
    /// The place of the value in an object of the entity or of its subentities: known once the model is frozen.
    package internal(set) final var slot: Int?
    /// The predicates of ``validationPredicates``, with the warning for each; fewer warnings than predicates, if so
    /// given.
    final var rules: (predicates: [NSPredicate], warnings: [String]) = ([], []) {
        willSet { willChange("validationPredicates") }
    }
    /// The renaming identifier as it was set: `nil` where the name stands in for it.
    @_spi(Tools) public final var explicitRenamingIdentifier: String? { willSet { willChange("renamingIdentifier") } }
    /// The hash of the file that the property was read from, which wins over a computed one.
    ///
    /// To be set after all else: what makes another version of the property forgets it.
    package final var knownVersionHash: Data? {
        willSet { willChange("versionHash") }
        didSet { isPartOfHash = true }
    }
    /// What the file says beside the description.
    package final var source = PropertySource() { willSet { willChange("source") } }

    /// Makes a property without a name.
    public required override init() { super.init() }

    /// The name, by which values are read and set; empty until it is set.
    open var name: String = "" { willSet { willChange("name") } }
    /// Whether an object is valid without a value; true unless set.
    open var isOptional = true { willSet { willChange("isOptional") } }
    /// Whether values are kept in memory only; false unless set.
    open var isTransient = false { willSet { willChange("isTransient") } }
    /// Whatever else the program wants to know about the property.
    open var userInfo: [AnyHashable: Any]? { willSet { willChange("userInfo") } }
    /// Whether a store should make an index of the property.
    @available(*, deprecated, message: "Add an NSFetchIndexDescription to the entity's indexes instead.")
    open var isIndexed: Bool {
        get { wantsIndex }
        set { wantsIndex = newValue }
    }
    /// The storage of ``isIndexed``, for what reads and writes models of the time when it was in use.
    package final var wantsIndex = false { willSet { willChange("isIndexed") } }
    /// Whether values go into the index of Spotlight. Kept and written; there is no Spotlight here.
    open var isIndexedBySpotlight = false { willSet { willChange("isIndexedBySpotlight") } }
    /// Whether values go into an external record. Kept and written; nothing here makes such records.
    @available(*, deprecated, message: "External records are not in use any more.")
    open var isStoredInExternalRecord: Bool {
        get { wantsExternalRecord }
        set { wantsExternalRecord = newValue }
    }
    /// The storage of ``isStoredInExternalRecord``.
    package final var wantsExternalRecord = false { willSet { willChange("isStoredInExternalRecord") } }
    /// A word that makes the version hash another one, where the meaning of the values changes and nothing else does.
    open var versionHashModifier: String? { willSet { willChange("versionHashModifier") } }

    /// What stays the same when the property gets another name, so that migration finds it; the name where none was
    /// set.
    open var renamingIdentifier: String? {
        get { explicitRenamingIdentifier ?? name }
        set { explicitRenamingIdentifier = newValue }
    }

    /// The entity that declares the property, or `nil` before the property was given to one.
    @_spi(Tools) public final var declaringEntity: NSEntityDescription? { owner }

    /// The entity that declares the property; for an inherited one the superentity.
    ///
    /// To ask for it before the property was given to an entity is an error of the program.
    public final var entity: NSEntityDescription {
        guard let owner else {
            programmerErrorWithoutEntity(self)
        }
        return owner
    }

    /// What values must fulfil.
    public final var validationPredicates: [NSPredicate] { rules.predicates }

    /// What is said where a value does not fulfil a predicate, in the order of ``validationPredicates``: strings.
    public final var validationWarnings: [Any] { rules.warnings }

    /// Sets what values must fulfil, and what is said where they do not.
    /// - Parameters:
    ///   - validationPredicates: are evaluated with the value; none for `nil`.
    ///   - validationWarnings: as many as predicates, in their order.
    open func setValidationPredicates(
        _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
    ) {
        rules = (validationPredicates ?? [], validationWarnings ?? [])
    }

    /// A digest of what makes values of the property incompatible with those of another version: 32 bytes.
    ///
    /// That of the file which the property was read from, if it holds one; otherwise computed by a formula of ours.
    public final var versionHash: Data { knownVersionHash ?? VersionEncoding.hash(of: self) }

    /// Returns a copy of the property that belongs to no entity and may be changed.
    ///
    /// A relationship's destination and inverse are those of the original.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copy.takeValues(of: self)
        copy.knownVersionHash = knownVersionHash
        return copy
    }

    /// Takes over all values of another property; subclasses add their own.
    func takeValues(of other: NSPropertyDescription) {
        name = other.name
        isOptional = other.isOptional
        isTransient = other.isTransient
        userInfo = other.userInfo
        wantsIndex = other.wantsIndex
        isIndexedBySpotlight = other.isIndexedBySpotlight
        wantsExternalRecord = other.wantsExternalRecord
        versionHashModifier = other.versionHashModifier
        explicitRenamingIdentifier = other.explicitRenamingIdentifier
        source = other.source
        rules = other.rules
    }

    /// Makes the property constant; subclasses compute what they will be asked for.
    func freeze(slot: Int?) {
        self.slot = slot
        isFrozen = true
    }

    /// The property in a line: its kind, entity, name and what is special about it.
    open override var description: String { DescriptionPrinter.line(for: self) }

    /// Whether the other one says the same, but for the entity it belongs to. A relationship's destination and inverse
    /// are compared by their names.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPropertyDescription else { return false }
        return self === other || StructuralEquality.areEqual(self, other)
    }

    /// Hashes the name.
    open override var hash: Int { name.hashValue }
}
