public import Foundation
public import MainspringFoundation
@_spi(Tools) public import MainspringModel

/// An object whose properties are those of an entity.
///
/// Values are asked for by generated accessors (the plugin writes them, or what `@NSManaged` lines need) or by key. They
/// lie side by side in the object's memory, by the entity's slots; classes need no storage of their own.
///
/// Belongs to the thread or queue of its context; without one, to one thread at a time.
open class NSManagedObject: NSObject, KeyValueCoding {
    final let shape: ObjectShape
    /// Its values, to be read; of a fault none. They are written by ``ownMemory``.
    final var memory: ValueMemory
    /// What it belongs to; nil for an object without a context.
    final var core: ContextCore?
    // In front of the key: what a fetch looks at of each unsaved object lies in 48 bytes.
    final var state: ObjectState
    final var key: ObjectKey
    /// How it was when it was read or saved last; nil of one that never was, and of a fault.
    final var saved: Row? {
        get { savedRow }
        set {
            if state.contains(.sharing) { stopSharing() }
            savedRow = newValue
        }
    }
    /// The same, to be set where ``memory`` is.
    final var savedRow: Row?
    /// How it was when changes were processed last; of one that this event has changed.
    final var before: Row?
    /// Made when it is asked for.
    final var identity: NSManagedObjectID?
    /// Who is told of changes; made when somebody asks.
    final var observation: ObjectObservation?

    /// Makes an object of an entity, with its default values.
    ///
    /// The model is in use from now on, and cannot be changed any more. An entity that is abstract, or that stands in no
    /// model, is an error of the program.
    /// - Parameter context: is to have the object; nil for one that belongs to none.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        // Not borrowed: of an initializer that overrides this one Swift 6.3 would expect the same, and it has two references.
        let owner = context?.core
        if let fault = owner?.takeFaultToMake() {
            (memory, key, state) = (.none, fault.key, fault.state)
            shape = fault.shape.takeRetainedValue()
            core = fault.core.takeRetainedValue()
            identity = fault.identity?.takeRetainedValue()
            super.init()
        } else {
            shape = owner?.shape(of: Self.self, entity) ?? ObjectShape.of(Self.self, entity)
            (memory, key, state) = (shape.layout.make(), .temporary(), .tracked)
            super.init()
            context?.insert(self)
        }
    }

    /// Makes an object of the class's entity, with its default values, in a context.
    ///
    /// The entity is the one in the context's model whose class this is; where there is none, or several, it is an error
    /// of the program.
    public required convenience init(context moc: NSManagedObjectContext) {
        self.init(entity: moc.core.entity(of: Self.self), insertInto: moc)
    }

    /// The keys that the class has beside the entity's properties, or instead of them. Ours.
    ///
    /// A subclass overrides it with a table of its own keys alone; those of its superclasses come with them. They are
    /// the class's before its first object is made.
    open class var keyTable: KeyTable { noKeys }
    private static let noKeys = KeyTable(NSManagedObject.self) { _ in }

    /// Whether the class may say more of its values than the model does: by `validateValue(_:forKey:)` of its own, or of a class
    /// between it and this one. Ours.
    ///
    /// Where it is false a save checks what the model says, where the values lie, and does not hand out each of them. A
    /// generated class says so of itself, since none of its methods is written by hand; of its subclasses it does not know.
    open class var overridesValidation: Bool { self != NSManagedObject.self }

    /// What ``init(entity:insertInto:)`` is called through where the class is known only when the program runs.
    convenience init(of entity: NSEntityDescription, in context: NSManagedObjectContext?) {
        self.init(entity: entity, insertInto: context)
    }

    deinit {
        core?.objectMap.noteEnd(of: self)
        guard state.isDisjoint(with: [.fault, .sharing]) else { return }
        ChainRelease.release(memory, shape.layout)
        shape.layout.destroy(memory)
    }

    /// The entity whose objects are of the class.
    ///
    /// Looked for in the model of the context on whose queue this is, then in those of the program's coordinators, the
    /// newest first. A class that is no entity's there, or several's of one model, is an error of the program.
    open class func entity() -> NSEntityDescription { EntitiesOfClasses.entity(of: self) }

    /// A request for the objects of the class's entity, see ``entity()``. Generated classes have one with their type, which
    /// comes before this.
    @_disfavoredOverload
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = entity()
        return request
    }

    /// The entity.
    public final var entity: NSEntityDescription { shape.entity }

    /// The context that has the object; nil if none has, when it is gone, or after it has saved the object's deletion.
    public final var managedObjectContext: NSManagedObjectContext? { core?.context }

    /// Which object it is. May be asked for on any thread that has the object.
    ///
    /// A new object's is temporary until a store has it, and then another one.
    public final var objectID: NSManagedObjectID {
        if let identity { return identity }
        let made = NSManagedObjectID(key, shape.entity)
        identity = made
        return made
    }

    // MARK: Hooks

    /// Called once, when the object is inserted into a context for the first time. To be overridden to set what a
    /// default value cannot; call `super` first.
    open func awakeFromInsert() {}

    /// Called each time the object has got its values from its store, with changes not noted. To be overridden; call
    /// `super` first. Do not change relationships in it.
    open func awakeFromFetch() {}

    /// Called when values were set by undo, redo, refreshing or a merge. To be overridden; call `super` first.
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

    /// Called when the object is about to be deleted. To be overridden.
    open func prepareForDeletion() {}

    /// Called before the object is saved, whether it was inserted, changed or deleted; may change the object, and is
    /// called again then.
    open func willSave() {}

    /// Called after the object was saved.
    open func didSave() {}

    /// Called before the object becomes a fault, by refreshing or because its context is reset; its values can still be
    /// read. **Differs from Apple's**: not called when the object, or its context, goes out of memory.
    open func willTurnIntoFault() {}

    /// Called when the object has become a fault.
    open func didTurnIntoFault() {}

    /// To be called before a value is read by ``primitiveValue(forKey:)``, in accessors written by hand: a fault gets its
    /// values.
    open func willAccessValue(forKey key: String?) { willAccess(key) }

    /// To be called after a value was read by ``primitiveValue(forKey:)``.
    open func didAccessValue(forKey key: String?) {}

    /// To be called before a value is set by ``setPrimitiveValue(_:forKey:)``, in accessors written by hand: the change
    /// is noted.
    open func willChangeValue(forKey key: String) { willChange(key) }

    /// To be called after a value was set by ``setPrimitiveValue(_:forKey:)``: the other end of a relationship hears of
    /// it.
    open func didChangeValue(forKey key: String) { didChange(key) }

    /// Whether properties that the model does not know leave the object unchanged; true unless overridden.
    ///
    /// A class that says false calls ``willChangeValue(forKey:)`` and ``didChangeValue(forKey:)`` around such changes: the
    /// object is then a changed one, and is told of the next save, which has nothing of it to write.
    open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

    // MARK: Values by key

    /// Returns the value of a property; numbers as `NSNumber`, to-many relationships as `NSSet` and `NSOrderedSet`.
    ///
    /// A key that the class declares itself comes first (``keyTable``), and a property that it overrides or whose accessor
    /// is written by hand; then the entity's properties; then those that every object has, such as `objectID`, `entity` and
    /// `hasChanges`; any other goes to ``value(forUndefinedKey:)``.
    open func value(forKey key: String) -> Any? {
        guard let slot = modelledSlot(key) else { return valueByAccessor(key) }
        return readLoosely(shape.layout.places[slot])
    }

    /// Sets the value of a property, converted to its type.
    ///
    /// Numbers take any number that fits; integers take its whole part, as on Apple's platforms. A value of a wrong type,
    /// `NSNull` among them, or an object of a wrong entity, is told in a sentence (`KeyValueError.throwing` throws it), and
    /// changes nothing. `nil` for a property that is a number or a truth value in Swift goes to ``setNilValueForKey(_:)``.
    open func setValue(_ value: Any?, forKey key: String) {
        guard let slot = modelledSlot(key) ?? slotToSet(key) else {
            return keyValueDefaults.setValue(value, forKey: key)
        }
        setByKey(value, slot)
    }

    /// Called to set `nil` by key where the class's property is a number or a truth value that cannot be `nil`; says so and
    /// leaves the value. To be overridden to set another one.
    open func setNilValueForKey(_ key: String) {
        guard let type = ScalarProperties.type(of: key, in: Swift.type(of: self)) else {
            return keyValueDefaults.setNilValueForKey(key)
        }
        KeyValueError.report(.nilValue(key, owner: KeyValueError.owner(self), expected: "\(type)"))
    }

    /// Returns the value of a property of the entity as it is in memory, and calls nobody. Of a fault nil: call
    /// ``willAccessValue(forKey:)`` first.
    ///
    /// Of a relationship to many an `NSMutableSet`, or an `NSMutableOrderedSet`: what the program makes of it is what the
    /// relationship has, without a word to anybody, or, between ``willChangeValue(forKey:)`` and
    /// ``didChangeValue(forKey:)``, at both ends. As long as somebody keeps it, each look at the relationship costs as much
    /// as there are members. An object that is refreshed or rolled back, or whose primitive value is set, has another one.
    open func primitiveValue(forKey key: String) -> Any? {
        checkUse()
        guard let slot = entity.slot(named: key) else { return value(forUndefinedKey: key) }
        return state.contains(.fault) ? nil : primitive(shape.layout.places[slot])
    }

    /// Sets the value of a property of the entity, and calls nobody: the change is not noted, and the other end of a
    /// relationship does not hear of it. Between ``willChangeValue(forKey:)`` and ``didChangeValue(forKey:)`` it is.
    open func setPrimitiveValue(_ value: Any?, forKey key: String) {
        checkUse()
        guard let slot = entity.slot(named: key) else { return setValue(value, forUndefinedKey: key) }
        setPrimitivelyByKey(value, slot)
    }

    /// Called for a key that neither the class nor the entity has; says so and returns nil.
    open func value(forUndefinedKey key: String) -> Any? { keyValueDefaults.value(forUndefinedKey: key) }

    /// Called to set a key that neither the class nor the entity has; says so.
    open func setValue(_ value: Any?, forUndefinedKey key: String) {
        keyValueDefaults.setValue(value, forUndefinedKey: key)
    }

    // MARK: Validation

    /// Throws if a value may not be set for a key; may replace it by one that may.
    ///
    /// Asked for each property before a new object is saved, and for each that was changed of others. To be overridden
    /// to check more than the model can say; call `super` first. **Differs from Apple's**, which looks for methods
    /// `validate<Key>:error:` by their names.
    open func validateValue(_ value: inout Any?, forKey key: String) throws {
        guard let slot = entity.slot(named: key) else { return try keyValueDefaults.validateValue(&value, forKey: key) }
        let place = shape.layout.places[slot]
        // Of the very type, and nothing but a missing value would be wrong.
        if shape.layout.validator.demands[slot] != .rules, let value, place.kind.gives(value) { return }
        if !isMembers(value, at: place) { value = try converted(value, place) }
        try shape.layout.validator.bySlot[slot].validate(value, of: self)
    }

    /// Throws unless the object may be saved as a new one; called by the context's save. To be overridden to check
    /// several properties together; call `super`.
    open func validateForInsert() throws {
        checkUse()
        try validateProperties(isNew: true)
    }

    /// Throws unless the object may be saved with its changes; called by the context's save. To be overridden to check
    /// several properties together; call `super`.
    open func validateForUpdate() throws {
        checkUse()
        try validateProperties(isNew: false)
    }

    /// Throws if the object may not be deleted; called by the context's save. To be overridden; call `super`.
    open func validateForDelete() throws {
        checkUse()
        try validateDeletion()
    }

    /// Returns the values of some properties, with `NSNull` for nil.
    open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        keyValueDefaults.dictionaryWithValues(forKeys: keys)
    }

    /// Sets some properties, with nil for `NSNull`.
    open func setValuesForKeys(_ keyedValues: [String: Any]) { keyValueDefaults.setValuesForKeys(keyedValues) }

    /// Whether the other one is this very object: no two in a context are the same row.
    public final override func isEqual(_ object: Any?) -> Bool {
        if let other = ValueBits.object(object, givenAs: NSManagedObject.self) {
            return other.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
        }
        return (object as? NSManagedObject) === self
    }

    public final override var hash: Int {
        // Objects lie at multiples of sixteen.
        Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) >> 4
    }

    /// The class, the entity, and the values.
    open override var description: String {
        let id = core == nil ? "" : " id: \(objectID);"
        let head = "<\(type(of: self))> (entity: \(entity.name ?? "");\(id) data: "
        guard !state.contains(.fault) else { return head + "<fault>)" }
        let values = entity.slots.indices.map { slot in
            let place = shape.layout.places[slot]
            let value = place.kind == .fetched ? "<fetched>" : Self.text(of: loose(place))
            return "\(entity.slots[slot].name) = \(value)"
        }
        return head + "{ \(values.sorted().joined(separator: "; ")) })"
    }

    private static func text(of value: Any?) -> String {
        switch value {
        case nil: "nil"
        case let object as NSManagedObject: "<\(type(of: object))>"
        case let set as NSSet: "\(set.count) objects"
        case let set as NSOrderedSet: "\(set.count) objects in order"
        case let data as Data: "\(data.count) bytes"
        case .some(let value): "\(value)"
        }
    }

    /// The slot of a property that the class declares no key for.
    private func modelledSlot(_ key: String) -> Int? {
        guard let slot = entity.slot(named: key), !shape.declared.contains(slot) else { return nil }
        return slot
    }
}

/// As Apple annotates it: an object is used on its context's queue.
@available(*, unavailable)
extension NSManagedObject: @unchecked Sendable {}
