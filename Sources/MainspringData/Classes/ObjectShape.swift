internal import Diagnostics
internal import Locks
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// What the objects of one class and one entity have in common: where the values lie that the class's accessors ask for
/// by number.
///
/// The code generator numbers a class's properties by the model that it was given. An object may be of another version
/// of that model, of a merged one, or the class may serve two entities: so the numbers are mapped to the entity's places
/// by name, once for each pair.
final class ObjectShape: BeaconBearing, @unchecked Sendable {
    // `@unchecked Sendable`: constant; the places are read only.

    /// For the table of shapes, which does not keep them.
    let beacon = Beacon()
    /// The class.
    let type: NSManagedObject.Type
    let layout: ObjectLayout
    /// Whether an object must be asked itself what is wrong with its values.
    let overridesValidation: Bool
    let entity: NSEntityDescription
    /// Kept, since the entity does not keep it.
    private let model: NSManagedObjectModel?
    /// By the class's numbers; then by the entity's slots, for what the class has no number for.
    private let places: UnsafeMutableBufferPointer<SlotPlace>
    /// How many numbers the class has.
    let numberCount: Int
    /// The names by the class's numbers, for sentences.
    private let names: [String]
    /// The slots for which the class has declared keys of its own, which come first in key-value coding.
    let declared: Set<Int>

    static func of(_ type: NSManagedObject.Type, _ entity: NSEntityDescription) -> ObjectShape {
        let layout = ObjectLayout.of(entity)
        return layout.shapes.shape(of: type) { ObjectShape(type, layout) }
    }

    private init(_ type: NSManagedObject.Type, _ layout: ObjectLayout) {
        self.type = type
        self.layout = layout
        overridesValidation = type.overridesValidation
        entity = layout.entity
        model = layout.entity.model
        names = Self.numberedNames(of: type)
        numberCount = names.count
        places = .allocate(capacity: names.count + layout.places.count)
        for (number, name) in names.enumerated() {
            let slot = layout.entity.slot(named: name)
            places.initializeElement(at: number, to: slot.map { layout.places[$0] } ?? .missing)
        }
        for (slot, place) in layout.places.enumerated() {
            places.initializeElement(at: names.count + slot, to: place)
        }
        let keys = KeyTable.of(type)
        declared = Set(layout.places.indices.filter { keys[layout.entity.slots[$0].name] != nil })
        beacon.begin(self)
    }

    deinit {
        beacon.end()
        places.deinitialize().deallocate()
    }

    /// The names of the properties that a class and its superclasses have numbers for; empty where there is a gap.
    private static func numberedNames(of type: NSManagedObject.Type) -> [String] {
        var names: [String] = []
        for type in sequence(first: type, next: { _getSuperclass($0) as? NSManagedObject.Type }) {
            guard let table = ManagedModules.table(of: type) else { continue }
            let end = table.firstSlot + table.properties.count
            names.append(contentsOf: repeatElement("", count: max(0, end - names.count)))
            for (number, name) in table.properties.enumerated() {
                guard names[table.firstSlot + number].isEmpty else {
                    programmerError(
                        """
                        The class \(type) and its subclass number their properties differently: “\(name)” has the place of \
                        “\(names[table.firstSlot + number])”. Build both with the same model.
                        """)
                }
                names[table.firstSlot + number] = "\(name)"
            }
        }
        return names
    }

    /// Where the value lies that an accessor asks for.
    @inline(__always)
    func place(_ number: Int) -> SlotPlace {
        guard UInt(bitPattern: number) < UInt(bitPattern: places.count) else { programmerErrorNumber(number) }
        return places[number]
    }

    /// The number by which accessors reach a property of the entity; nil if it has none of that name.
    func number(named name: String) -> Int? { entity.slot(named: name).map { numberCount + $0 } }

    /// The property's name, for sentences.
    func name(_ number: Int) -> String {
        number < numberCount ? names[number] : entity.slots[number - numberCount].name
    }

    /// The description of the property at a place of the entity.
    func property(at place: SlotPlace) -> NSPropertyDescription { entity.slots[Int(place.slot)] }

    /// Whether a relationship leads to that very entity.
    func isDestination(_ entity: NSEntityDescription, _ place: SlotPlace) -> Bool {
        relationship(place)?.destination == ObjectIdentifier(entity)
    }

    /// What the graph knows of a relationship; nil for an attribute.
    @inline(__always)
    func relationship(_ place: SlotPlace) -> RelationshipPlace? {
        let number = layout.relationshipNumbers[Int(place.slot)]
        return number < 0 ? nil : layout.relationships[number]
    }

    private func programmerErrorNumber(_ number: Int) -> Never {
        programmerError(
            """
            The entity “\(entity.name ?? "")” has no property with the number \(number). Let the plugin write the accessors, \
            and build them anew.
            """)
    }
}
