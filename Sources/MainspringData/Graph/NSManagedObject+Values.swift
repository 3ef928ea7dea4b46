internal import Foundation
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// Values by the numbers of a class's accessors.
extension NSManagedObject {
    /// The value of a property, if its place holds such values; otherwise converted.
    @inline(__always)
    final func read<Value: SlotValue>(_ number: Int) -> Value? {
        let place = shape.place(number)
        guard place.kind == Value.slotKind, state.isReadable else { return readSlowly(number) }
        noteRead(place)
        return Value.read(memory, place)
    }

    @inline(__always)
    final func write<Value: SlotValue>(_ value: consuming Value?, _ number: Int) {
        let place = shape.place(number)
        guard place.kind == Value.slotKind, state.isWritable else { return writeSlowly(value, number) }
        Value.write(value, memory, place)
    }

    @inline(never)
    private func readSlowly<Value: SlotValue>(_ number: Int) -> Value? {
        prepareToRead()
        let place = shape.place(number)
        guard place.kind == Value.slotKind else { return readConverted(number, as: Value.self) }
        noteRead(place)
        return Value.read(memory, place)
    }

    @inline(never)
    private func writeSlowly<Value: SlotValue>(_ value: consuming Value?, _ number: Int) {
        let place = shape.place(number)
        guard place.kind == Value.slotKind else { return writeConverted(value, number) }
        guard prepareToWrite(place) else { return }
        Value.write(value, ownMemory, place)
        noteWritten(place)
    }

    /// The value of a property in another type than the model says.
    @inline(never)
    final func readConverted<Value>(_ number: Int, as type: Value.Type) -> Value? {
        guard let place = knownPlace(number), let value = readLoosely(place) else { return nil }
        if let value = ValueConversion.convert(value, to: type) ?? Self.seconds(of: value, as: type) { return value }
        KeyValueError.report(
            .wrongValue(
                shape.name(number), owner: KeyValueError.owner(self), expected: "\(type)",
                given: KeyValueError.naming(value)))
        return nil
    }

    @inline(never)
    final func writeConverted(_ value: Any?, _ number: Int) {
        guard let place = knownPlace(number) else { return }
        setLoosely(value, place)
    }

    /// Where a value lies; nil, after a sentence, if the class has the property and the entity has not.
    final func knownPlace(_ number: Int) -> SlotPlace? {
        let place = shape.place(number)
        guard place.kind == .missing else { return place }
        KeyValueError.report(.undefinedKey(shape.name(number), owner: KeyValueError.owner(self)))
        return nil
    }

    /// Sets a property by its key: what accessors would not take is refused.
    final func setByKey(_ value: Any?, _ slot: Int) {
        let place = shape.layout.places[slot]
        let name = entity.slots[slot].name
        guard let value = flattened(value) else {
            if ScalarProperties.type(of: name, in: type(of: self)) != nil { return setNilValueForKey(name) }
            return setLoosely(nil, place)
        }
        do {
            try checkClass(of: value, entity.slots[slot])
            setLoosely(value, place)
        } catch {
            KeyValueError.report(error)
        }
    }

    /// The same for the primitive value, which may be nil whatever Swift's type.
    final func setPrimitivelyByKey(_ value: Any?, _ slot: Int) {
        do {
            if let value = flattened(value) { try checkClass(of: value, entity.slots[slot]) }
            setPrimitively(value, shape.layout.places[slot])
        } catch {
            KeyValueError.report(error)
        }
    }

    /// Throws for what could be converted and yet is of another class than the property's values: `NSNull`, a number for a
    /// date, a text for an identifier. A date that the class declares as seconds takes a number.
    private func checkClass(of value: Any, _ property: NSPropertyDescription) throws(KeyValueError) {
        let relationship = property as? NSRelationshipDescription
        guard let attribute = property as? NSAttributeDescription else {
            guard value is NSNull else { return }
            let expected = relationship?.isToMany == true ? "a set" : relationship?.destinationEntity?.name
            throw wrong(value, property.name, expected: expected ?? "NSManagedObject")
        }
        let isRefused =
            switch attribute.attributeType {
            case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType: false
            case .dateAttributeType:
                value is NSNull
                    || !(value is Date || value is NSDate)
                        && ScalarProperties.type(of: property.name, in: type(of: self)) == nil
            case .UUIDAttributeType, .URIAttributeType: value is NSNull || value is String || value is NSString
            default: value is NSNull
            }
        guard isRefused else { return }
        let expected = attribute.attributeValueClassName ?? "NSDictionary"
        throw wrong(value, property.name, expected: expected)
    }

    /// Sets a place to a value without a type, converted to what the place holds; a sentence and no change where that is
    /// not possible.
    final func setLoosely(_ value: Any?, _ place: SlotPlace) {
        do {
            let value = try converted(value, place)
            switch place.kind {
            case .toOne: setOther(value as? NSManagedObject, at: place)
            case .toMany, .ordered: setMembers(Self.members(value) ?? [], at: place)
            default:
                guard prepareToWrite(place) else { return }
                ownMemory.setLoose(value, place)
                noteWritten(place)
            }
        } catch {
            KeyValueError.report(error)
        }
    }

    /// The same without noting it, and without the other end's hearing of it.
    final func setPrimitively(_ value: Any?, _ place: SlotPlace) {
        if state.contains(.fault) { prepareToRead() }
        do {
            let value = try converted(value, place)
            switch place.kind {
            case .toOne: linkMemory.setObject(value as? NSManagedObject, place)
            case .toMany, .ordered:
                let members = makeMembers(place, isLoaded: true)
                for object in Self.members(value) ?? [] { _ = members.add(object) }
                ownMemory.setReference(members, place)
            default: ownMemory.setLoose(value, place)
            }
        } catch {
            KeyValueError.report(error)
        }
    }

    /// The value as a property takes it, nil for `NSNull`.
    final func converted(_ value: Any?, _ place: SlotPlace) throws(KeyValueError) -> Any? {
        if let value, place.kind.gives(value) { return value }
        guard let value = flattened(value), !(value is NSNull) else { return nil }
        switch shape.property(at: place) {
        case let attribute as NSAttributeDescription:
            return try convertedForAttribute(value, attribute)
        case let relationship as NSRelationshipDescription:
            try check(value, relationship)
            return value
        case let fetched as NSFetchedPropertyDescription:
            throw wrong(value, fetched.name, expected: "nothing, since its request says what a fetched property has")
        default:
            return value
        }
    }

    /// Throws unless a value is one object of the destination, or a set of such.
    private func check(_ value: Any, _ relationship: NSRelationshipDescription) throws(KeyValueError) {
        let destination = relationship.destinationEntity
        let name = destination?.name ?? "NSManagedObject"
        guard relationship.isToMany else {
            guard let object = value as? NSManagedObject,
                destination.map({ object.entity.isKindOf(entity: $0) }) ?? true
            else { throw wrong(value, relationship.name, expected: name) }
            return
        }
        let collection = relationship.isOrdered ? "NSOrderedSet" : "NSSet"
        guard relationship.isOrdered ? value is NSOrderedSet : value is NSSet || value is Set<NSManagedObject>,
            let members = Self.members(value)
        else { throw wrong(value, relationship.name, expected: "\(collection) of \(name)") }
        for member in members where !(destination.map { member.entity.isKindOf(entity: $0) } ?? true) {
            throw wrong(member, relationship.name, expected: "\(collection) of \(name)")
        }
    }

    /// The objects in a collection; nil if it holds anything else.
    static func members(_ value: Any?) -> [NSManagedObject]? {
        switch value {
        case let value? where subclassedSet(value) != nil: subclassedSet(value)?.allObjects as? [NSManagedObject]
        case let set as Set<NSManagedObject>: Array(set)
        case let set as NSSet: set.allObjects as? [NSManagedObject]
        case let set as NSOrderedSet: set.array as? [NSManagedObject]
        default: nil
        }
    }

    private func wrong(_ value: Any, _ key: String, expected: String) -> KeyValueError {
        .wrongValue(key, owner: KeyValueError.owner(self), expected: expected, given: KeyValueError.naming(value))
    }
}
