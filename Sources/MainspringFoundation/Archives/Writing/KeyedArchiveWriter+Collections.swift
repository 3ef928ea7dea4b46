/// Collections of Foundation's, of what is in the archive already.
extension KeyedArchiveWriter {
    /// The collections of Foundation's that have elements.
    package enum Collection: String, Sendable {
        case array = "NSArray"
        case mutableArray = "NSMutableArray"
        case set = "NSSet"
        case mutableSet = "NSMutableSet"
        case orderedSet = "NSOrderedSet"
        case mutableOrderedSet = "NSMutableOrderedSet"

        var archived: ArchivedClass {
            FoundationClass(rawValue: rawValue)?.archived ?? ArchivedClass(rawValue)
        }
    }

    /// Adds a collection of elements.
    package mutating func addList(_ collection: Collection, _ elements: [Reference]) -> Reference {
        switch collection {
        case .orderedSet, .mutableOrderedSet:
            // Each element has a key of its own.
            let fields = elements.enumerated().map { ("NS.object.\($0.offset)", $0.element.value) }
            return add(collection.archived, Dictionary(uniqueKeysWithValues: fields))
        default:
            return add(collection.archived, ["NS.objects": .array(elements.map(\.value))])
        }
    }

    /// Adds a dictionary. The order of its entries is kept.
    package mutating func addDictionary(
        _ entries: [(key: Reference, value: Reference)], isMutable: Bool = false
    ) -> Reference {
        let known: FoundationClass = isMutable ? .mutableDictionary : .dictionary
        return add(
            known.archived,
            ["NS.keys": .array(entries.map(\.key.value)), "NS.objects": .array(entries.map(\.value.value))])
    }
}
