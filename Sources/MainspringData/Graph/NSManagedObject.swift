public import Foundation
public import MainspringFoundation
public import MainspringModel

/// An object whose properties are those of an entity.
///
/// Values are asked for by generated accessors (the plugin writes them, or what `@NSManaged` lines need) or by key. They
/// lie side by side in the object's memory, by the entity's slots; classes need no storage of their own.
///
/// Belongs to the thread or queue of its context; without one, to one thread at a time.
open class NSManagedObject: NSObject, KeyValueCoding {
    final let shape: ObjectShape
    final let memory: ValueMemory
    final weak var context: NSManagedObjectContext?

    /// Makes an object of an entity, with its default values.
    ///
    /// The model is in use from now on, and cannot be changed any more. An entity that is abstract, or that stands in no
    /// model, is an error of the program.
    /// - Parameter context: is to have the object; nil for one that belongs to none.
    public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        shape = ObjectShape.of(Self.self, entity)
        memory = shape.layout.make()
        super.init()
        context?.insert(self)
    }

    /// The keys that the class has beside the entity's properties, or instead of them. Ours.
    ///
    /// A subclass overrides it with a table of its own keys alone; those of its superclasses come with them. They are
    /// the class's before its first object is made.
    open class var keyTable: KeyTable { noKeys }
    private static let noKeys = KeyTable(NSManagedObject.self) { _ in }

    /// What ``init(entity:insertInto:)`` is called through where the class is known only when the program runs.
    convenience init(making entity: NSEntityDescription, in context: NSManagedObjectContext?) {
        self.init(entity: entity, insertInto: context)
    }

    deinit { shape.layout.destroy(memory) }

    /// The entity.
    public final var entity: NSEntityDescription { shape.entity }

    /// The context that has the object; nil if none has, or when it is gone.
    public final var managedObjectContext: NSManagedObjectContext? { context }

    // MARK: Hooks

    /// To be called before a value is read by ``primitiveValue(forKey:)``, in accessors written by hand.
    open func willAccessValue(forKey key: String?) {}

    /// To be called after a value was read by ``primitiveValue(forKey:)``.
    open func didAccessValue(forKey key: String?) {}

    /// To be called before a value is set by ``setPrimitiveValue(_:forKey:)``, in accessors written by hand.
    open func willChangeValue(forKey key: String) {}

    /// To be called after a value was set by ``setPrimitiveValue(_:forKey:)``.
    open func didChangeValue(forKey key: String) {}

    // MARK: Values by key

    /// Returns the value of a property; numbers as `NSNumber`, to-many relationships as `NSSet` and `NSOrderedSet`.
    ///
    /// A key that the class declares itself comes first (``keyTable``), and a property that it overrides or whose accessor
    /// is written by hand; then the entity's properties; any other goes to ``value(forUndefinedKey:)``.
    open func value(forKey key: String) -> Any? {
        guard let slot = modelledSlot(key) else { return valueByAccessor(key) }
        willAccessValue(forKey: key)
        defer { didAccessValue(forKey: key) }
        return memory.loose(shape.layout.places[slot])
    }

    /// Sets the value of a property, converted to its type.
    ///
    /// Numbers take any number that fits; integers take its whole part, as on Apple's platforms. A value of a wrong type, or an object of a wrong entity, is told in a sentence
    /// (`KeyValueError.throwing` throws it), and changes nothing.
    open func setValue(_ value: Any?, forKey key: String) {
        guard let slot = modelledSlot(key) ?? slotToSet(key) else {
            return keyValueDefaults.setValue(value, forKey: key)
        }
        willChangeValue(forKey: key)
        defer { didChangeValue(forKey: key) }
        setLoosely(value, shape.layout.places[slot])
    }

    /// Returns the value of a property of the entity, and calls nobody.
    open func primitiveValue(forKey key: String) -> Any? {
        guard let slot = entity.slot(named: key) else { return value(forUndefinedKey: key) }
        return memory.loose(shape.layout.places[slot])
    }

    /// Sets the value of a property of the entity, and calls nobody.
    open func setPrimitiveValue(_ value: Any?, forKey key: String) {
        guard let slot = entity.slot(named: key) else { return setValue(value, forUndefinedKey: key) }
        setLoosely(value, shape.layout.places[slot])
    }

    /// Called for a key that neither the class nor the entity has; says so and returns nil.
    open func value(forUndefinedKey key: String) -> Any? { keyValueDefaults.value(forUndefinedKey: key) }

    /// Called to set a key that neither the class nor the entity has; says so.
    open func setValue(_ value: Any?, forUndefinedKey key: String) {
        keyValueDefaults.setValue(value, forUndefinedKey: key)
    }

    /// Throws if a value may not be set for a key; may replace it by one that may.
    open func validateValue(_ value: inout Any?, forKey key: String) throws {
        guard let slot = modelledSlot(key) else { return try keyValueDefaults.validateValue(&value, forKey: key) }
        value = try converted(value, shape.layout.places[slot])
    }

    /// Returns the values of some properties, with `NSNull` for nil.
    open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        keyValueDefaults.dictionaryWithValues(forKeys: keys)
    }

    /// Sets some properties, with nil for `NSNull`.
    open func setValuesForKeys(_ keyedValues: [String: Any]) { keyValueDefaults.setValuesForKeys(keyedValues) }

    /// The class, the entity, and the values.
    open override var description: String {
        let values = entity.slots.indices.map { slot in
            "\(entity.slots[slot].name) = \(Self.text(of: memory.loose(shape.layout.places[slot])))"
        }
        return
            "<\(type(of: self))> (entity: \(entity.name ?? ""); data: { \(values.sorted().joined(separator: "; ")) })"
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
